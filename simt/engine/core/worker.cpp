// Runs the blocks of a launch: warp after warp, barrier after barrier.
#include "simt/engine/core/worker.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "simt/caches/caches.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/engine/platform/signals.hpp"

namespace simt {
namespace {

// Two rows a lane. The lanes' rows are read side by side: they must not all fall into the same set of the cache.
constexpr std::size_t record_words = 2 * record_steps + 16;
// In a warp's order, lanes that only look at the same place again and again wait for others of their warp, which wait behind
// their loop: after so many requests those go on.
constexpr std::uint64_t patience = 1000;

}  // namespace

Worker::Worker(LaunchState& launch, unsigned index)
    : shared(shared_arrays(*launch.variables), dynamic_shared_range(launch.dynamic_shared_bytes)),
      launch(launch),
      index(index),
      scheduler(launch.body, launch.closure),
      requests(launch, &shared, &copy_accesses, &atomics),
      lockstep(requests),
      records_(new std::uint64_t[record_words * warp_lanes]) {
  watch_stacks();
  watch_divisions();
  device_begin = device_memory.begin();
  closure = {reinterpret_cast<std::uint64_t>(launch.closure), launch.closure_bytes};
  if (launch.undo) copied = launch.undo->pages;
  lanes = make_lanes();
  checkers = make_checkers(*this);
  checks_any = !checkers.empty();
  in_warp_order = launch.in_warp_order;
  looks_closer = checks_any || in_warp_order;
  lockstep.holds_loops = in_warp_order;
  requests.order.on = !in_warp_order;
  if (launch.caches) requests.recorder = std::make_unique<caches::Recorder>(launch, volatile_accesses);
}

std::vector<Lane> Worker::make_lanes() {
  std::vector<Lane> made((launch.threads + warp_lanes - 1) / warp_lanes * warp_lanes);
  for (unsigned i = 0; i < made.size(); ++i) {
    Lane& lane = made[i];
    lane.worker = this;
    lane.linear = i;
    lane.thread = {i % launch.block.x, i / launch.block.x % launch.block.y, i / launch.block.x / launch.block.y};
    lane.next = lane.read = lane.begin = records_.get() + std::size_t(lane.index()) * record_words;
    lane.next_address = lane.read_address = lane.begin_address = lane.end = lane.begin + record_steps;
  }
  return made;
}

void Worker::fail(Lane& lane, const Fault& how) {
  faulted = true;
  faulty = &lane;
  fault = how;
}

bool Worker::rewind(Lane& lane) {
  std::uint64_t& made = steps[lane.warp()];
  made += std::uint64_t(lane.next - lane.begin);
  lane.rewind();
  if (made <= launch.operation_limit || faulted) return !faulted;
  fail(lane, {.kind = Fault::Kind::endless, .pc = lane.meeting.at.pc()});
  return false;
}

void Worker::run_warp_segment(unsigned warp) {
  requests.fusion.end_run();
  if (requests.recorder) requests.recorder->begin_warp();
  Lane* first = &lanes[warp * warp_lanes];
  std::uint32_t which = 0;
  for (unsigned i = 0; i < warp_lanes; ++i) {
    const LaneState state = first[i].state;
    if (state == LaneState::finished || state == LaneState::warp || waits_for_blocks(state)) continue;
    if (state == LaneState::barrier && !barrier_complete) continue;
    if (state == LaneState::object && !may_pass(first[i])) continue;
    if (!rewind(first[i])) return;
    if (first[i].state == LaneState::barrier) lockstep.forget_done(first[i]);
    which |= 1u << i;
  }
  if (!which) return;
  scheduler.run(first, which);
  while (!faulted) {
    wake(first);
    const std::uint32_t group = next_meeting(warp);
    const auto [empty, met, in_step] = lockstep.advance(first, group ? &first[std::countr_zero(group)] : nullptr);
    if (met) continue;
    if (!empty) lockstep.count_held();
    if (in_step && !order_was_right(*first)) return;
    if (!empty) {
      // Lanes whose end is read by now keep nobody waiting.
      if (!hold_meeting(warp, group ? group : next_meeting(warp))) return;
      continue;
    }
    for (std::uint32_t left = empty; left; left &= left - 1)
      if (!rewind(first[std::countr_zero(left)])) return;
    scheduler.run(first, empty, in_warp_order && requests.met_with ? order_of_stores(requests.met_with) : 1);
    if (in_warp_order && requests.looked_again > patience) run_ahead(first, ~empty);
  }
}

// Lanes that have waited at an object go on before it is looked at how far the warp has come: together with the last one to come.
void Worker::wake(Lane* first) {
  if (!arrivals) return;
  for (std::uint32_t ready = 1; ready && !faulted;) {
    ready = 0;
    for (unsigned i = 0; i < warp_lanes; ++i)
      if (first[i].state == LaneState::object && !objects_let_go && may_pass(first[i])) ready |= 1u << i;
    if (ready) scheduler.run(first, ready);
  }
}

// False when lanes have seen what in a warp's order they would not have seen, and nothing more is to be learnt from this launch.
bool Worker::order_was_right(Lane& lane) {
  OrderWatch& order = requests.order;
  if (!order.on || !order.mattered(requests.sites(), [this](std::uint64_t key) { return commutes(Event{key}); }))
    return true;
  reordered = true;
  order.on = false;
  if (checks_any) return true;  // what checkers find, they find in this order
  fail(lane, {.kind = Fault::Kind::reordered});
  return false;
}

// What has not been read of the faulty lane's warp: may it have come so far only because lanes ran one after the other?
void Worker::look_at_fault() {
  if (!requests.order.on || fault.kind == Fault::Kind::reordered) return;
  Lane* const first = &lanes[faulty->warp() * warp_lanes];
  for (unsigned i = 0; i < warp_lanes; ++i) {
    const std::uint64_t* address = first[i].read_address;
    for (const std::uint64_t* step = first[i].read; step != first[i].next; ++step) {
      if (!Event{*step}.is_access()) continue;
      WarpAccess access{.key = *step, .active = 1u << i};
      std::fill_n(access.address, warp_lanes, *address++);
      requests.count(access, first[i].warp());
    }
  }
  reordered = requests.order.mattered(requests.sites(), [this](std::uint64_t key) { return commutes(Event{key}); });
}

bool Worker::commutes(Event event) const {
  return event.kind() == EventKind::red && !ordered_atomics.contains(event.pc()) &&
         !used_results.contains(event.pc()) && (atomic_operations & (atomic_operations - 1)) == 0;
}

// A lock's holder, as against those that try to take it: on a GPU it gets its turn at some time.
void Worker::run_ahead(Lane* first, std::uint32_t others) {
  std::uint32_t waiting = 0;
  for (unsigned i = 0; i < warp_lanes; ++i)
    waiting |= std::uint32_t(first[i].state == LaneState::full && first[i].next != first[i].end) << i;
  waiting &= others;
  requests.looked_again = 0;
  if (!waiting || faulted) return;
  in_warp_order = false;
  scheduler.run(first, waiting);
  in_warp_order = true;
}

bool Worker::run_block(std::uint64_t block_number) {
  begin_block(block_number);
  run_to_stop();
  end_block();
  return !faulted;
}

void Worker::begin_block(std::uint64_t block_number) {
  block_index = requests.block = block_number;
  if (requests.recorder) requests.recorder->begin_block(block_number);
  has_turn = false;
  barrier_complete = true;
  objects_let_go = false;
  tiles.clear();
  if (!cluster) copies.reset();
  steps.assign(lanes.size() / warp_lanes, 0);
  shared.clear_touched();
  block = block_of(launch.grid, block_index);
  for (Lane& lane : lanes) {
    lane.state = lane.linear < launch.threads ? LaneState::unstarted : LaneState::finished;
    lane.rewind();
    lane.recorded = 0;
    lane.excused = false;
    lane.last = {};
  }
  for (unsigned first = 0; first < lanes.size(); first += warp_lanes) lockstep.begin(&lanes[first]);
  for (const auto& checker : checkers) checker->block_begins();
}

bool Worker::run_to_stop() {
  bool at_grid = false;
  const unsigned warps = unsigned(lanes.size()) / warp_lanes;
  for (bool waiting = true; waiting && !faulted;) {
    waiting = at_grid = false;
    bool at_object = false;
    for (unsigned warp = 0; warp < warps && !faulted; ++warp) {
      run_warp_segment(warp);
      for (unsigned i = 0; i < warp_lanes; ++i) {
        waiting |= lanes[warp * warp_lanes + i].state == LaneState::barrier;
        at_grid |= waits_for_blocks(lanes[warp * warp_lanes + i].state);
        at_object |= lanes[warp * warp_lanes + i].state == LaneState::object;
      }
    }
    barrier_complete = !at_object;
    if (requests.recorder) requests.recorder->next_phase();
    if (at_object && !faulted) {
      if (!wait_at_objects()) return true;
      waiting = true;
    } else if (waiting && !faulted) {
      check_barrier();
      count_votes();
      end_wait({.whole_block = true});
    }
  }
  if (!faulted) return at_grid;
  lockstep.count_held();
  look_at_fault();
  return false;
}

// What was noted down about lanes that may go on differently, or be gone.
void Worker::put_into_words() {
  for (const auto& checker : checkers) checker->settle();
  remarks.put_into_words(block_index);
}

void Worker::end_block() {
  requests.fusion.end_run();
  if (copies && !faulted) copies->block_ends();
  // The stacks of lanes that stopped half-way in a faulted block are simply used again.
  for (Lane& lane : lanes) scheduler.retire(lane);
  put_into_words();
  if (!requests.recorder) return;
  auto stream = requests.recorder->end_block();
  for (const SharedArray& array : shared.arrays)
    if (array.touched && array.begin != shared.dynamic.begin) stream->shared_bytes += array.bytes;
  if (!faulted) launch.caches->deliver(std::move(stream));
}

void Worker::wait_for_turn() {
  if (has_turn) return;
  for (const std::atomic<std::uint64_t>& other : launch.running)
    for (std::uint64_t block; (block = other.load(std::memory_order_acquire)) < block_index;) other.wait(block);
  has_turn = true;
}

}  // namespace simt
