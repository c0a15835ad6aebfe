// Runs the blocks of a launch: threads as fibers, warp after warp, barrier after barrier.
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>

#include "simt/engine/machine.hpp"

namespace simt {

namespace context = boost::context::detail;

thread_local Lane* current_lane = nullptr;

namespace {

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t record_events = 1024;  // of one lane, between two looks of lockstep

// Stacks outlive launches: mapping a thousand of them costs more than many kernels do.
std::mutex stack_mutex;
std::vector<char*> spare_stacks;

char* take_stack() {
  {
    const std::lock_guard lock(stack_mutex);
    if (!spare_stacks.empty()) {
      char* stack = spare_stacks.back();
      spare_stacks.pop_back();
      return stack;
    }
  }
  // The lowest page is never mapped: running off the stack faults instead of writing into the next one.
  void* range = mmap(nullptr, stack_bytes + page_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED) std::abort();
  mprotect(range, page_bytes, PROT_NONE);
  return static_cast<char*>(range) + page_bytes;
}

void fiber_entry(context::transfer_t from) {
  Worker* worker = static_cast<Worker*>(from.data);
  worker->scheduler = from.fctx;
  worker->lane_main();
}

}  // namespace

Worker::Worker(LaunchState& launch, unsigned index)
    : launch(launch), index(index), lanes((launch.threads + warp_lanes - 1) / warp_lanes * warp_lanes), shared(shared_arrays(*launch.variables)),
      dynamic_shared(dynamic_shared_range(launch.dynamic_shared_bytes)), records(record_events * warp_lanes) {
  if (dynamic_shared.bytes) shared.push_back({dynamic_shared, "dynamic shared memory"});
  std::sort(shared.begin(), shared.end(), [](const SharedArray& a, const SharedArray& b) { return a.begin < b.begin; });
  checks_race = checks().race;
  checks_uninitialized = checks().uninitialized;
  for (unsigned i = 0; i < lanes.size(); ++i) {
    Lane& lane = lanes[i];
    lane.worker = this;
    lane.linear = i;
    lane.thread = {i % launch.block.x, i / launch.block.x % launch.block.y, i / launch.block.x / launch.block.y};
    lane.begin = records.data() + std::size_t(i % warp_lanes) * record_events;
    lane.end = lane.begin + record_events;
  }
}

Worker::~Worker() {
  const std::lock_guard lock(stack_mutex);
  for (Fiber* fiber : idle_fibers) {
    spare_stacks.push_back(fiber->stack);
    delete fiber;
  }
}

std::uint16_t Worker::intern(std::uint16_t parent, std::uint64_t called_from) {
  const std::uint64_t key = called_from << 16 | parent;
  const auto [slot, added] = frame_ids.try_emplace(key, 0);
  if (added) {
    if (frames.size() >= 0xffff) {
      stop_lane(*current_lane, {.kind = Fault::Kind::too_deep, .pc = called_from});
    }
    slot->second = std::uint16_t(frames.size());
    frames.push_back({parent, std::uint16_t(frames[parent].depth + 1), called_from});
  }
  return slot->second;
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
    Fiber* fiber = lane.fiber;
    lane.fiber = nullptr;
    if (start_next < start_end) {
      Lane& following = lanes[start_next++];
      following.fiber = fiber;
      current_lane = &following;
      continue;
    }
    idle_fibers.push_back(fiber);
    // The fiber ends here; it is made anew on its stack when it is taken again.
    context::jump_fcontext(scheduler, nullptr);
    std::abort();
  }
}

void suspend(Lane& lane, LaneState state) {
  Worker& worker = *lane.worker;
  lane.state = state;
  worker.scheduler = context::jump_fcontext(worker.scheduler, &lane).fctx;
  current_lane = &lane;
}

void stop_lane(Lane& lane, const Fault& fault) {
  Worker& worker = *lane.worker;
  worker.faulted = true;
  worker.fault = fault;
  worker.faulty = &lane;
  context::jump_fcontext(worker.scheduler, nullptr);
  std::abort();
}

void Worker::resume(Lane& lane) {
  current_lane = &lane;
  Fiber* fiber = lane.fiber;
  const context::transfer_t back = context::jump_fcontext(fiber->context, this);
  current_lane = nullptr;
  // A lane that stopped half-way left its context; one that ended has given its fiber back.
  if (back.data) static_cast<Lane*>(back.data)->fiber->context = back.fctx;
}

void Worker::start_lanes() {
  while (start_next < start_end && !faulted) {
    Lane& lane = lanes[start_next++];
    lane.fiber = take_fiber();
    lane.fiber->context = context::make_fcontext(lane.fiber->stack + stack_bytes, stack_bytes, &fiber_entry);
    resume(lane);
  }
}

void Worker::run_warp_segment(unsigned warp) {
  Lane* first = &lanes[warp * warp_lanes];
  bool fresh = false;
  for (unsigned i = 0; i < warp_lanes; ++i) {
    Lane& lane = first[i];
    lane.recorded = lane.clock();
    lane.next = lane.read = lane.begin;
    fresh |= lane.state == LaneState::unstarted;
  }
  if (fresh) {
    start_next = warp * warp_lanes;
    start_end = std::min(start_next + warp_lanes, launch.threads);
    start_lanes();
  } else {
    for (unsigned i = 0; i < warp_lanes && !faulted; ++i)
      if (first[i].state == LaneState::barrier) resume(first[i]);
  }
  while (!faulted) {
    Lane* empty = advance(warp);
    if (!empty) {
      if (!hold_meeting(warp)) return;
      continue;
    }
    empty->recorded = empty->clock();
    empty->next = empty->read = empty->begin;
    resume(*empty);
  }
}

bool Worker::run_block(std::uint64_t block_number) {
  block_index = block_number;
  has_turn = false;
  steps.assign(lanes.size() / warp_lanes, 0);
  block = {unsigned(block_index % launch.grid.x), unsigned(block_index / launch.grid.x % launch.grid.y),
           unsigned(block_index / launch.grid.x / launch.grid.y)};
  for (Lane& lane : lanes) {
    lane.state = lane.linear < launch.threads ? LaneState::unstarted : LaneState::finished;
    lane.frame = lane.loops_hash = 0;
    lane.loops.clear();
    lane.recorded = 0;
    lane.next = lane.begin;
    lane.seen_block = lane.seen_warp = lane.seen_all = lane.fenced = 0;
  }
  block_began = ++time;
  written_shared.clear();
  const unsigned warps = unsigned(lanes.size()) / warp_lanes;
  for (bool waiting = true; waiting && !faulted;) {
    waiting = false;
    for (unsigned warp = 0; warp < warps && !faulted; ++warp) {
      run_warp_segment(warp);
      for (unsigned i = 0; i < warp_lanes; ++i) waiting |= lanes[warp * warp_lanes + i].state == LaneState::barrier;
    }
    if (waiting && !faulted) {
      check_barrier();
      align_clocks(0, 0, true);
      report_early_reads();
      meet(0, 0, true);
    }
  }
  // The stacks of lanes that stopped half-way in a faulted block are simply used again.
  for (Lane& lane : lanes)
    if (lane.fiber) {
      idle_fibers.push_back(lane.fiber);
      lane.fiber = nullptr;
    }
  answer_question();
  report_early_reads();
  for (const auto& explain : remarks) findings.emplace_back(block_index, explain());
  remarks.clear();
  return !faulted;
}

}  // namespace simt
