// Runs lanes as fibers. Stacks outlive launches, and one fiber runs many lanes.
#include "simt/engine/core/scheduler.hpp"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <utility>

#include "simt/engine/core/flow.hpp"
#include "simt/engine/core/worker.hpp"

namespace simt {

namespace context = boost::context::detail;

__thread Lane* current_lane = nullptr;

namespace {

constexpr std::uint64_t guarded_stacks = 16384, guarded_at_once = 32, slab_stacks = 1024;

// Stacks outlive launches: mapping a thousand of them costs more than many kernels do.
std::mutex stack_mutex;
std::vector<char*> spare_stacks;

[[noreturn]] void no_room() {
  std::fputs(
      "simt: there is no memory for the stacks of this block's threads; is this process's memory limited?\n", stderr);
  std::abort();
}

// Hardly anything of a stack is ever touched. Where private memory is limited, as ./course check and grade limit it, what is
// mapped of it counts: there stacks are shared memory, of which what is touched counts (tools/grade/watch.py). Not elsewhere,
// where a program may fork.
void* map_stacks(std::size_t bytes) {
  static const int whose = private_memory_limit() ? MAP_SHARED : MAP_PRIVATE;
  void* const range = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, whose | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED) no_room();
  return range;
}

// A process has some 65,000 mappings, and each stack with a page of its own takes two. A cooperative launch may need
// more: those lie side by side.
void map_slab() {
  char* const range = static_cast<char*>(map_stacks(slab_stacks * stack_bytes));
  for (std::uint64_t i = 0; i < slab_stacks; ++i) spare_stacks.push_back(range + i * stack_bytes);
}

// Running off one of these stacks faults instead of writing into the next one.
void map_guarded() {
  constexpr std::size_t with_guard = stack_guard + stack_bytes;
  char* const range = static_cast<char*>(map_stacks(guarded_at_once * with_guard));
  for (std::uint64_t i = 0; i < guarded_at_once; ++i) {
    mprotect(range + i * with_guard, stack_guard, PROT_NONE);
    spare_stacks.push_back(range + i * with_guard + stack_guard);
  }
}

// Who finds none to spare maps some for all workers.
char* take_stack() {
  static std::uint64_t guarded = 0;
  const std::lock_guard lock(stack_mutex);
  if (spare_stacks.empty() && guarded < guarded_stacks) {
    map_guarded();
    guarded += guarded_at_once;
  } else if (spare_stacks.empty()) {
    map_slab();
  }
  char* const stack = spare_stacks.back();
  spare_stacks.pop_back();
  return stack;
}

// Who arrives puts down where the one who has left is to go on.
void arrive(context::transfer_t from) {
  if (from.data) *static_cast<context::fcontext_t*>(from.data) = from.fctx;
}

void fiber_entry(context::transfer_t from) {
  enter_stack(nullptr);
  arrive(from);
  current_lane->worker->scheduler.run_lanes_on_this_fiber();
}

}  // namespace

std::optional<std::uint64_t> private_memory_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  return limit.rlim_cur;
}

Scheduler::~Scheduler() {
  const std::lock_guard lock(stack_mutex);
  if (ended_) idle_fibers_.push_back(ended_);
  for (Fiber* fiber : idle_fibers_) {
    spare_stacks.push_back(fiber->stack);
    delete fiber;
  }
}

Fiber* Scheduler::take_fiber() {
  if (!idle_fibers_.empty()) {
    Fiber* fiber = idle_fibers_.back();
    idle_fibers_.pop_back();
    return fiber;
  }
  auto* fiber = new Fiber;
  fiber->stack = take_stack();
  return fiber;
}

void Scheduler::retire(Lane& lane) {
  if (lane.fiber) idle_fibers_.push_back(std::exchange(lane.fiber, nullptr));
}

Fiber* Scheduler::finished(Lane& lane) {
  lane.state = LaneState::finished;
  const std::uint64_t* last = lane.next;
  while (last != lane.begin && Event{last[-1]}.kind() == EventKind::leave) --last;
  if (last != lane.begin) lane.last = {last[-1]};
  return std::exchange(lane.fiber, nullptr);
}

void Scheduler::end(Lane& lane) {
  if (ended_) idle_fibers_.push_back(ended_);
  ended_ = finished(lane);  // not idle yet: this still runs on it
  switch_on(nullptr);
  std::abort();
}

// A fiber runs one lane after the other for as long as they end without stopping half-way: kernels
// without barriers then need no switch of stacks at all, but for the first lane of a warp.
void Scheduler::run_lanes_on_this_fiber() {
  for (;;) {
    Lane& lane = *current_lane;
    lane.state = LaneState::running;
    body_(closure_);
    Fiber* fiber = finished(lane);
    if (to_run_) {
      Lane& following = next_to_run();
      if (following.state == LaneState::unstarted) {
        to_run_ &= ~(1u << (&following - warp_));
        following.fiber = fiber;
        following.stack = lane.stack;
        current_lane = &following;
        continue;
      }
    }
    idle_fibers_.push_back(fiber);
    // The fiber ends here; it is made anew on its stack when it is taken again.
    switch_on(nullptr);
    std::abort();
  }
}

void Scheduler::switch_on(context::fcontext_t* leaving) {
  context::fcontext_t to = own_;
  Lane* lane = nullptr;
  if (to_run_) {
    lane = &next_to_run();
    to_run_ &= ~(1u << (lane - warp_));
    if (!lane->fiber) {
      lane->fiber = take_fiber();
      lane->stack = reinterpret_cast<std::uint64_t>(lane->fiber->stack);
      // Stacks lie whole pages apart: used from different places, they do not all fall into the same sets of the cache.
      const std::size_t used = stack_bytes - lane->linear % 16 * 256;
      renew_stack(lane->fiber->stack, stack_bytes);
      lane->fiber->context = context::make_fcontext(lane->fiber->stack + used, used, &fiber_entry);
    }
    to = lane->fiber->context;
  }
  current_lane = lane;
  void* kept = nullptr;
  leave_stack(leaving ? &kept : nullptr, lane ? StackBounds{lane->fiber->stack, stack_bytes} : own_stack_);
  const context::transfer_t from = context::jump_fcontext(to, leaving);
  enter_stack(kept);
  arrive(from);
}

Lane& Scheduler::next_to_run() const {
  const int lowest = std::countr_zero(to_run_);
  if (backwards_ == 1) return warp_[lowest];
  const std::uint32_t group = std::uint32_t((std::uint64_t(1) << backwards_) - 1)
                              << unsigned(lowest) / backwards_ * backwards_;
  return warp_[31 - std::countl_zero(to_run_ & group)];
}

void Scheduler::run(Lane* warp, std::uint32_t which, unsigned backwards) {
  warp_ = warp;
  to_run_ = which;
  backwards_ = backwards;
  if (!own_stack_.lowest) own_stack_ = own_stack();
  switch_on(&own_);
}

void Scheduler::abandon() {
  to_run_ = 0;
  switch_on(nullptr);
  std::abort();
}

CallChain call_chain(const Lane& lane, std::uint64_t pc) {
  std::vector<std::uint64_t> calls;
  if (lane.position)
    for (const Call& call : lane.position->calls) calls.push_back(call.from);
  for (const std::uint64_t* step = lane.read; step != lane.next; ++step) {
    const Event event{*step};
    if (event.kind() == EventKind::enter) calls.push_back(event.pc());
    else if (event.kind() == EventKind::leave && !calls.empty()) calls.pop_back();
  }
  CallChain chain{pc};
  for (std::size_t i = 1; i < chain.size() && i <= calls.size(); ++i) chain[i] = calls[calls.size() - i];
  return chain;
}

void suspend(Lane& lane, LaneState state) {
  lane.state = state;
  lane.worker->scheduler.leave(lane);
}

void stop_lane(Lane& lane, const Fault& fault) {
  Worker& worker = *lane.worker;
  worker.faulted = true;
  worker.fault = fault;
  worker.faulty = &lane;
  worker.scheduler.abandon();
}

void record_is_full(Lane& lane) {
  const LaunchState& launch = lane.worker->launch;
  if (lane.worker->steps[lane.warp()] + std::uint64_t(lane.next - lane.begin) > launch.operation_limit)
    stop_lane(lane, {.kind = Fault::Kind::endless, .pc = Event{lane.next[-1]}.pc()});
  keep_told(lane);
  suspend(lane, LaneState::full);
}

namespace {

// How many of the last steps, a block and what it begins with, stay in one record for what is done in front of it (hoisted.hpp).
std::size_t to_carry(const Lane& lane) {
  const auto noted = std::size_t(lane.next - lane.begin);
  for (std::size_t steps = 1; steps <= std::min(most_hoisted + 1, noted); ++steps) {
    const Event event{*(lane.next - steps)};
    if (event.kind() != EventKind::block) continue;
    const FlowBlock* const block = flow_of(event.pc() - 1).block_at(event.pc() - 1);
    return block && !block->hoisted.empty() ? steps : 0;
  }
  return 0;
}

}  // namespace

void note_in_next_record(Lane& lane, std::uint64_t step) {
  std::uint64_t steps[most_hoisted + 1], addresses[most_hoisted + 1];
  const std::size_t carried = to_carry(lane);
  std::size_t accesses = 0;
  for (std::size_t i = 0; i < carried; ++i) {
    steps[i] = *(lane.next - carried + i);
    accesses += Event{steps[i]}.is_access();
  }
  lane.next -= carried, lane.next_address -= accesses;
  std::copy_n(lane.next_address, accesses, addresses);
  record_is_full(lane);
  lane.next = std::copy_n(steps, carried, lane.next);
  lane.next_address = std::copy_n(addresses, accesses, lane.next_address);
  *lane.next++ = step;
}

}  // namespace simt
