// Runs the blocks of a launch: threads as fibers, warp after warp, barrier after barrier.
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <mutex>
#include <utility>

#include "simt/engine/core/machine.hpp"
#include "simt/engine/platform/stacks.hpp"

namespace simt {

namespace context = boost::context::detail;

__thread Lane* current_lane = nullptr;

namespace {

constexpr std::uint64_t guarded_stacks = 16384, slab_stacks = 1024;
constexpr std::size_t record_steps = 256;  // of one lane, between two looks of lockstep
// Two rows a lane. The lanes' rows are read side by side: they must not all fall into the same set of the cache.
constexpr std::size_t record_words = 2 * record_steps + 16;

// Stacks outlive launches: mapping a thousand of them costs more than many kernels do.
std::mutex stack_mutex;
std::vector<char*> spare_stacks;

// A process has some 65,000 mappings, and each stack with a page of its own takes two. A cooperative launch may need
// more: those lie side by side.
char* take_from_slab() {
  static char* next = nullptr;
  static char* end = nullptr;
  const std::lock_guard lock(stack_mutex);
  if (next == end) {
    void* slab = mmap(
        nullptr, slab_stacks * stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (slab == MAP_FAILED) std::abort();
    next = static_cast<char*>(slab);
    end = next + slab_stacks * stack_bytes;
  }
  return std::exchange(next, next + stack_bytes);
}

char* take_stack() {
  {
    const std::lock_guard lock(stack_mutex);
    if (!spare_stacks.empty()) {
      char* stack = spare_stacks.back();
      spare_stacks.pop_back();
      return stack;
    }
  }
  static std::atomic<std::uint64_t> made{0};
  if (made.fetch_add(1) >= guarded_stacks) return take_from_slab();
  // Running off the stack faults instead of writing into the next one.
  void* range = mmap(
      nullptr, stack_bytes + stack_guard, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED) std::abort();
  mprotect(range, stack_guard, PROT_NONE);
  return static_cast<char*>(range) + stack_guard;
}

// Who arrives puts down where the one who has left is to go on.
void arrive(context::transfer_t from) {
  if (from.data) *static_cast<context::fcontext_t*>(from.data) = from.fctx;
}

void fiber_entry(context::transfer_t from) {
  enter_stack(nullptr);
  arrive(from);
  current_lane->worker->lane_main();
}

}  // namespace

Worker::Worker(LaunchState& launch, unsigned index)
    : launch(launch),
      index(index),
      shared(shared_arrays(*launch.variables)),
      dynamic_shared(dynamic_shared_range(launch.dynamic_shared_bytes)),
      records(new std::uint64_t[record_words * warp_lanes]) {
  if (dynamic_shared.bytes) shared.push_back({dynamic_shared, "dynamic shared memory"});
  std::sort(shared.begin(), shared.end(), [](const SharedArray& a, const SharedArray& b) { return a.begin < b.begin; });
  if (!shared.empty())
    shared_span = {shared.front().begin, shared.back().begin + shared.back().bytes - shared.front().begin};
  watch_stacks();
  watch_divisions();
  device_begin = device_memory.begin();
  checks_race = checks().race;
  checks_uninitialized = checks().uninitialized;
  checks_any = checks_race || checks_uninitialized;
  lanes = make_lanes();
}

std::vector<Lane> Worker::make_lanes() {
  std::vector<Lane> made((launch.threads + warp_lanes - 1) / warp_lanes * warp_lanes);
  for (unsigned i = 0; i < made.size(); ++i) {
    Lane& lane = made[i];
    lane.worker = this;
    lane.linear = i;
    lane.thread = {i % launch.block.x, i / launch.block.x % launch.block.y, i / launch.block.x / launch.block.y};
    lane.next = lane.read = lane.begin = records.get() + std::size_t(i % warp_lanes) * record_words;
    lane.next_address = lane.read_address = lane.begin_address = lane.end = lane.begin + record_steps;
  }
  return made;
}

Worker::~Worker() {
  const std::lock_guard lock(stack_mutex);
  for (Fiber* fiber : idle_fibers) {
    spare_stacks.push_back(fiber->stack);
    delete fiber;
  }
}

Fiber* Worker::take_fiber() {
  if (!idle_fibers.empty()) {
    Fiber* fiber = idle_fibers.back();
    idle_fibers.pop_back();
    return fiber;
  }
  auto* fiber = new Fiber;
  fiber->stack = take_stack();
  return fiber;
}

// A fiber runs one lane after the other for as long as they end without stopping half-way: kernels
// without barriers then need no switch of stacks at all, but for the first lane of a warp.
void Worker::lane_main() {
  for (;;) {
    Lane& lane = *current_lane;
    lane.state = LaneState::running;
    launch.body(launch.closure);
    lane.state = LaneState::finished;
    const std::uint64_t* last = lane.next;
    while (last != lane.begin && Event{last[-1]}.kind() == EventKind::leave) --last;
    if (last != lane.begin) lane.last = {last[-1]};
    Fiber* fiber = lane.fiber;
    lane.fiber = nullptr;
    if (to_run) {
      Lane& following = lanes[first_lane + unsigned(std::countr_zero(to_run))];
      if (following.state == LaneState::unstarted) {
        to_run &= to_run - 1;
        following.fiber = fiber;
        following.stack = lane.stack;
        current_lane = &following;
        continue;
      }
    }
    idle_fibers.push_back(fiber);
    // The fiber ends here; it is made anew on its stack when it is taken again.
    switch_on(nullptr);
    std::abort();
  }
}

void Worker::switch_on(context::fcontext_t* leaving) {
  context::fcontext_t to = scheduler;
  Lane* lane = nullptr;
  if (to_run) {
    lane = &lanes[first_lane + unsigned(std::countr_zero(to_run))];
    to_run &= to_run - 1;
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
  leave_stack(leaving ? &kept : nullptr, lane ? StackBounds{lane->fiber->stack, stack_bytes} : scheduler_stack);
  const context::transfer_t from = context::jump_fcontext(to, leaving);
  enter_stack(kept);
  arrive(from);
}

void suspend(Lane& lane, LaneState state) {
  lane.state = state;
  lane.worker->switch_on(&lane.fiber->context);
}

void stop_lane(Lane& lane, const Fault& fault) {
  Worker& worker = *lane.worker;
  worker.faulted = true;
  worker.fault = fault;
  worker.faulty = &lane;
  worker.to_run = 0;
  worker.switch_on(nullptr);
  std::abort();
}

// Each of the lanes runs until it ends, waits for others or has filled its record.
void Worker::run_lanes(unsigned warp, std::uint32_t which) {
  first_lane = warp * warp_lanes;
  to_run = which;
  if (!scheduler_stack.lowest) scheduler_stack = own_stack();
  switch_on(&scheduler);
}

bool Worker::rewind(Lane& lane) {
  std::uint64_t& made = steps[lane.linear / warp_lanes];
  made += std::uint64_t(lane.next - lane.begin);
  lane.rewind();
  if (made <= launch.operation_limit || faulted) return !faulted;
  faulted = true;
  faulty = &lane;
  fault = {.kind = Fault::Kind::endless, .pc = lane.meeting.at.pc()};
  return false;
}

void Worker::run_warp_segment(unsigned warp) {
  Lane* first = &lanes[warp * warp_lanes];
  std::uint32_t which = 0;
  for (unsigned i = 0; i < warp_lanes; ++i) {
    if (first[i].state == LaneState::finished || first[i].state == LaneState::grid) continue;
    if (!rewind(first[i])) return;
    if (first[i].state == LaneState::barrier) forget_done(first[i]);
    which |= 1u << i;
  }
  if (!which) return;
  run_lanes(warp, which);
  while (!faulted) {
    const std::uint32_t empty = advance(warp);
    if (!empty) {
      if (!hold_meeting(warp)) return;
      continue;
    }
    for (std::uint32_t left = empty; left; left &= left - 1)
      if (!rewind(first[std::countr_zero(left)])) return;
    run_lanes(warp, empty);
  }
}

bool Worker::run_block(std::uint64_t block_number) {
  begin_block(block_number);
  run_to_stop();
  end_block();
  return !faulted;
}

void Worker::begin_block(std::uint64_t block_number) {
  block_index = block_number;
  has_turn = false;
  steps.assign(lanes.size() / warp_lanes, 0);
  for (SharedArray& array : shared)
    if (array.touched) array.clear();
  block = {unsigned(block_index % launch.grid.x), unsigned(block_index / launch.grid.x % launch.grid.y),
      unsigned(block_index / launch.grid.x / launch.grid.y)};
  for (Lane& lane : lanes) {
    lane.state = lane.linear < launch.threads ? LaneState::unstarted : LaneState::finished;
    lane.rewind();
    lane.recorded = 0;
    let_go(lane.position);
    lane.position = nullptr;
    forget_done(lane);
    lane.excused = false;
    lane.last = {};
    lane.seen_block = lane.seen_warp = lane.seen_all = lane.fenced = 0;
    lane.seen_lanes.reset();
  }
  for (unsigned first = 0; first < lanes.size(); first += warp_lanes) {
    Position& start = new_position();
    start.clear();
    start.holders = warp_lanes;
    for (unsigned i = 0; i < warp_lanes; ++i) lanes[first + i].position = &start;
  }
  resume_block();
  block_began = time;
}

bool Worker::run_to_stop() {
  bool at_grid = false;
  const unsigned warps = unsigned(lanes.size()) / warp_lanes;
  for (bool waiting = true; waiting && !faulted;) {
    waiting = at_grid = false;
    for (unsigned warp = 0; warp < warps && !faulted; ++warp) {
      run_warp_segment(warp);
      for (unsigned i = 0; i < warp_lanes; ++i) {
        waiting |= lanes[warp * warp_lanes + i].state == LaneState::barrier;
        at_grid |= lanes[warp * warp_lanes + i].state == LaneState::grid;
      }
    }
    if (waiting && !faulted) {
      check_barrier();
      count_votes();
      align_clocks(0, 0, true);
      report_early_reads();
      meet(0, 0, true);
    }
  }
  return at_grid && !faulted;
}

// For __syncthreads_count and its kin.
void Worker::count_votes() {
  std::uint64_t yes = 0;
  int all = 0;
  for (const Lane& lane : lanes)
    if (lane.state == LaneState::barrier) yes += lane.meeting.value, ++all;
  for (Lane& lane : lanes)
    if (lane.state == LaneState::barrier) lane.meeting.value = yes, lane.meeting.parameter = all;
}

// What was noted down about lanes that may go on differently, or be gone.
void Worker::put_into_words() {
  answer_question();
  report_early_reads();
  for (const auto& explain : remarks) findings.emplace_back(block_index, explain());
  remarks.clear();
}

void Worker::end_block() {
  // The stacks of lanes that stopped half-way in a faulted block are simply used again.
  for (Lane& lane : lanes)
    if (lane.fiber) {
      idle_fibers.push_back(lane.fiber);
      lane.fiber = nullptr;
    }
  put_into_words();
}

}  // namespace simt
