// Loops whose rounds are put aside, where a lane stands still in front of each access (Lockstep::holds_loops).
//
// How often lanes go round a loop that nvcc unrolls decides which of their rounds are one request (unrolled.hpp). Where lanes run
// until their records are full, their records tell. In a warp's order nobody knows before they have left the loop. So what they do in
// it is kept, as records of their own, and counted when they have left it, by the same lockstep that reads whole records. What
// does not fit into one record there is not looked through here either.
#include <algorithm>
#include <utility>

#include "simt/engine/core/lockstep.hpp"

namespace simt {
namespace {

// The number of the record that a lane's step would be in if it ran until its record is full.
std::uint64_t record_of(const Lane& lane, std::size_t step) {
  return (lane.in_a_row + std::uint64_t(lane.read - lane.begin) + step) / record_steps;
}

}  // namespace

// Lanes come to a loop. Whether what they do there is put aside, if nvcc may unroll it.
bool Lockstep::hold(const Group& group, const FlowPlace& head, const Position& position) {
  if (!holds_loops || group.count == 1 || !head.flow->loops[std::size_t(head.block->loop)].is_counted_block)
    return holds_loops;
  count_held(group);
  if (!held_) held_ = std::make_unique<HeldLoop>();
  held_->head = head;
  held_->at = &new_position();
  held_->at->assign(position);
  for (HeldLoop::Row& row : held_->rows) row.lane = nullptr;
  for (unsigned i = 0; i < group.count; ++i) {
    const Lane& lane = *group.lanes[i];
    HeldLoop::Row& row = held_->rows[lane.index()];
    row.lane = &lane, row.record = record_of(lane, group.step);
    row.steps.clear(), row.addresses.clear();
  }
  return true;
}

// False where it is no step of the loop that is held: then that has been counted.
bool Lockstep::keep(const Group& group, Event event, const WarpAccess* access) {
  if (!held_ || !held_->at) return false;
  bool is_inside = access || (event.kind() == EventKind::block && place_of(event.pc()).block == held_->head.block);
  for (unsigned i = 0; i < group.count && is_inside; ++i) {
    const Lane& lane = *group.lanes[i];
    const HeldLoop::Row& row = held_->rows[lane.index()];
    is_inside = row.lane && (access || record_of(lane, group.step) == row.record);
  }
  if (!is_inside) {
    count_held(group);
    return false;
  }
  for (unsigned i = 0; i < group.count; ++i) {
    const unsigned lane = group.lanes[i]->index();
    held_->rows[lane].steps.push_back(event.where);
    if (access) held_->rows[lane].addresses.push_back(access->address[lane]);
  }
  return true;
}

void Lockstep::count_held() { count_held({nullptr, 0, 0}); }

// Counts what is held, as it is counted where lanes run until their records are full. `next` is what comes now.
void Lockstep::count_held(const Group& next) {
  if (!held_ || !held_->at) return;
  Position* const at = std::exchange(held_->at, nullptr);
  at->holders = 0;
  for (unsigned i = 0; i < warp_lanes; ++i) {
    HeldLoop::Row& row = held_->rows[i];
    Lane& lane = held_->lanes[i];
    lane.read = lane.next = nullptr;
    if (!row.lane) continue;
    const bool moves = std::find(next.lanes, next.lanes + next.count, row.lane) != next.lanes + next.count;
    const std::size_t step = moves ? next.step : 0;
    // What they come to behind the loop says that this was its end.
    if (row.lane->read + step != row.lane->next && record_of(*row.lane, step) == row.record)
      row.steps.push_back(row.lane->read[step]);
    lane.linear = row.lane->linear;
    lane.state = LaneState::finished;
    lane.begin = lane.read = row.steps.data();
    lane.next = lane.read + row.steps.size();
    lane.read_address = row.addresses.data();
    lane.position = at;
    ++at->holders;
  }
  holds_loops = false, counts_held_ = true;
  advance(held_->lanes);
  holds_loops = true, counts_held_ = false;
  for (Lane& lane : held_->lanes) retire(lane);
}

void Lockstep::come_to(const Group& group, Event event, const FlowPlace& place) {
  if (keep(group, event) || event.kind() != EventKind::block || !place.block) return;
  // What is behind the loop has its own time.
  if (!counts_held_ || place.block == held_->head.block) requests_.fusion.enter(*place.flow, *place.block);
}

void Lockstep::count(const Group& group, WarpAccess& access) {
  if (keep(group, Event{access.key}, &access)) requests_.put_aside(access);
  else requests_.count(access, group.lanes[0]->warp());
}

}  // namespace simt
