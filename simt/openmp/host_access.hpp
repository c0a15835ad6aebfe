// What the hooks of instrumented code tell of host code: its accesses, for the threads that make them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/openmp/host_footprint.hpp"
#include "simt/openmp/host_read_only.hpp"
#include "simt/openmp/turns.hpp"

namespace simt {

// A thread that takes turns has done it; the checker is asked if it is on.
void note_access_in_turn(std::uint64_t address, std::size_t bytes, bool writes, std::uint64_t pc);
void note_atomic_in_turn(const volatile void* object, std::size_t bytes, AtomicStep step, int order, std::uint64_t pc);

inline void count_host_access() {
  ++host_accesses;
  if (current_host_thread) ++current_host_thread->actor->clock.span;
}

inline void note_host_thread_access(std::uint64_t address, std::size_t bytes, bool writes, std::uint64_t pc) {
  count_host_access();
  if (writes && address - read_only_span.begin < read_only_span.bytes) [[unlikely]]
    look_at_write(address, bytes, pc);
  if (host_races_are_checked && current_host_thread) [[unlikely]]
    note_access_in_turn(address, bytes, writes, pc);
  if (host_footprint_is_counted) [[unlikely]]
    note_in_footprint(address, bytes, writes);
}

// Before the operation is done.
inline void note_host_thread_atomic(
    const volatile void* object, std::size_t bytes, AtomicStep step, int order, std::uint64_t pc) {
  count_host_access();
  const auto address = reinterpret_cast<std::uint64_t>(object);
  if (step != AtomicStep::load && address - read_only_span.begin < read_only_span.bytes) [[unlikely]]
    look_at_write(address, bytes, pc);
  if (current_host_thread) [[unlikely]]
    note_atomic_in_turn(object, bytes, step, order, pc);
}

inline void note_host_thread_fence() {
  if (current_host_thread) [[unlikely]]
    fence(*current_host_thread->actor);
}

// Memory that host code has just been given.
inline void note_host_memory(std::uint64_t begin, std::size_t bytes) {
  if (current_host_thread && begin) [[unlikely]]
    forget_host_memory(begin, bytes);
}

}  // namespace simt
