// One CUDA thread while it runs: where it stands, what it has noted down, what it waits for.
#pragma once

#include <array>
#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>

#include "simt/engine/core/position.hpp"
#include "simt/engine/memory/address_range.hpp"
#include "simt/engine/memory/return_guard.hpp"
#include "simt/include/simt/h200.h"
#include "simt/include/simt/launch.h"
#include "simt/include/simt/warp.h"

namespace simt {

constexpr std::size_t record_steps = 256;  // of one lane, between two looks of lockstep

// Of one CUDA thread: on a GPU it may have 512 KiB of local memory. The reserve is for what the simulator and the C
// library do there.
constexpr std::size_t stack_reserve_bytes = 24 * 1024;
constexpr std::size_t stack_bytes = h200::local_bytes_of_thread + stack_reserve_bytes;
constexpr std::size_t stack_guard =
    64 * 1024;  // below every stack; nothing is mapped there. The largest page, and what g++ takes a guard for on ARM

enum class LaneState : std::uint8_t { unstarted, running, full, warp, barrier, object, grid, cluster, finished };

// For other blocks.
inline bool waits_for_blocks(LaneState state) { return state == LaneState::grid || state == LaneState::cluster; }

// What a lane waits for together with others: a warp primitive, or the block's barrier.
struct Meeting {
  WarpOp op = WarpOp::sync;
  std::uint32_t mask = 0;
  std::uint64_t value = 0;  // what it brings, then what it takes away
  int parameter = 0, width = 32;
  Event at;  // where it waits
};

struct Fiber {
  boost::context::detail::fcontext_t context = nullptr;
  char* stack = nullptr;  // lowest usable address
};

struct CopyStage;
struct Worker;
struct Fault;

struct alignas(64) Lane {
  // Two rows: the steps, and the addresses of those that are accesses.
  std::uint64_t* next = nullptr;  // where the next step goes
  std::uint64_t* end = nullptr;
  std::uint64_t* next_address = nullptr;
  Worker* worker = nullptr;
  std::uint64_t stack = 0;        // lowest address of the one it runs on
  std::uint64_t* read = nullptr;  // how far lockstep has come
  std::uint64_t* read_address = nullptr;
  Position* position = nullptr;  // as far as lockstep has read
  Event done;                   // what it did last since the last barrier (Event::is_deed), as far as lockstep has read
  Position* done_at = nullptr;  // where it stood then; null: there is none
  bool excused = false;         // it has ended, and a barrier has gone on without it
  Event last;                   // the last step before it ended; none: not known
  std::uint64_t* begin = nullptr;
  std::uint64_t* begin_address = nullptr;
  Fiber* fiber = nullptr;
  uint3 thread{};
  unsigned linear = 0;  // index in the block, x fastest
  LaneState state = LaneState::unstarted;
  std::uint64_t recorded = 0;     // steps handed over so far, and those of others that it has waited for
  std::uint64_t handed_over = 0;  // accesses, so far
  std::uint64_t in_a_row = 0;     // steps handed over since it last stopped, but for its record being full
  Meeting meeting;
  // Its last accesses of the row before, if that was full: the latest first. What hooks were told of there may only come now.
  static constexpr unsigned told_kept = 4;
  AddressRange told_before[told_kept];
  AddressRange last_read,
      last_write;  // what hooks were told of as a whole: what the compiler copies (libc.cpp), or is not aligned

  ReturnPlacesOfLane returns;  // of its functions, in a submission

  unsigned index() const { return linear % warp_lanes; }                          // in its warp
  unsigned warp() const { return linear / warp_lanes; }                           // in the block
  std::uint64_t clock() const { return recorded + std::uint64_t(next - begin); }  // what clock64() shows
  std::uint64_t accesses() const { return handed_over + std::uint64_t(next_address - begin_address); }
  void rewind() {
    in_a_row = state == LaneState::full ? in_a_row + std::uint64_t(next - begin) : 0;
    recorded = clock();
    handed_over = accesses();
    next = read = begin;
    next_address = read_address = begin_address;
  }
};

// Code addresses of what the lane does and of the calls around it, innermost first; as many as there are, then 0.
using CallChain = std::array<std::uint64_t, 8>;
CallChain call_chain(const Lane& lane, std::uint64_t pc);

// The lane that runs on this host thread, or null in host code.
extern __thread Lane* current_lane __attribute__((tls_model("initial-exec")));

// Its row is to be taken away: keeps told_before, for the guards that look back over as many (memory/store_guard.cpp).
void keep_told(Lane& lane);
// Back to the scheduler, with the lane in `state`.
void suspend(Lane& lane, LaneState state);
// Its record is handed over; the second one notes down a step in the next one.
void record_is_full(Lane& lane);
void note_in_next_record(Lane& lane, std::uint64_t step);
// Ends the launch: the calling lane never goes on.
[[noreturn]] void stop_lane(Lane& lane, const Fault& fault);

// hooks.cpp: one access of a lane is checked, and recorded if it counts.
void check_and_note(
    Lane& lane, const void* pointer, unsigned bytes, EventKind kind, std::uint64_t pc, bool is_volatile = false);
// The same of an asynchronous copy; where it is not to count, it is only checked.
void note_copy(Lane& lane, const void* pointer, unsigned bytes, EventKind kind, std::uint64_t pc,
    const CopyStage& stage, bool counts = true);
// Counted, and not checked: a part of a request to global memory of which not all bytes are asked for.
// L1 has nothing of use any more, if anybody asks what is in the caches.
void note_acquire(Lane& lane, std::uint64_t pc);
void note_request(Lane& lane, const void* pointer, unsigned bytes, EventKind kind, std::uint64_t pc);
// A texture's element is read: `address` of the one nearest to the place asked for, which may not be `inside`.
void note_fetch(Lane& lane, std::uint64_t address, unsigned bytes, EventKind kind, bool inside, std::uint64_t pc);
// The same for host code, which must keep its hands off device memory.
void check_host_access(std::uint64_t address, std::size_t bytes, bool writes, std::uint64_t pc);
void check_host_atomic(std::uint64_t address, std::size_t bytes, bool writes, std::uint64_t pc);

}  // namespace simt
