// Finds two accesses of the host's threads to the same bytes, one of them a write, that nothing orders.
//
// Happens-before with a clock for each thread (DJIT+, as ThreadSanitizer has it), on every access that was made since the
// threads began: none is forgotten, so what is found depends on which accesses are made and what orders them, and on
// nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "simt/openmp/clock.hpp"

namespace simt {

// What can race: a thread, or a task on its way through threads.
struct Actor {
  unsigned number = 0;  // its place in clocks
  Clock clock;
  Clock fenced;  // what was known at the last fence: a relaxed store hands that on
  Clock heard;   // what relaxed loads have heard: the next fence makes it known

  std::uint32_t time() const { return clock.at(number); }
  void tick() { clock.set(number, time() + 1); }
};

// A new actor that knows what `parent` knows; both are unordered from here on. `name` is what findings call it.
Actor* begin_actor(Actor* parent, const std::string& name);
// The actor does nothing any more, and who waited for it has its clock.
void end_actor(Actor* actor);

// Everything so far is before everything to come: there is one thread, and it has waited for all others.
void forget_host_accesses();
// Memory that is allocated, or freed, is nobody's.
void forget_host_memory(std::uint64_t begin, std::size_t bytes);

// The calling thread begins something new: what lies on its stack below here belonged to calls that are over.
void forget_rest_of_stack();

void note_host_access(
    Actor& actor, std::uint64_t address, std::size_t bytes, bool writes, bool atomic, std::uint64_t pc);

// What synchronizes: a lock, an atomic variable, a flag, by its address.
void acquire_from(Actor& actor, const volatile void* object);
void release_to(Actor& actor, const volatile void* object);
enum class AtomicStep { load, store, update };
// `order` is one of the compiler's __ATOMIC_….
void synchronize(Actor& actor, const volatile void* object, AtomicStep step, int order);
void fence(Actor& actor);

}  // namespace simt
