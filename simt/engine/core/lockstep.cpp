// Finds out which accesses a warp makes together, from the 32 records its lanes left.
//
// The rule: of all lanes that can move, the one that is earliest in the program moves first, together
// with all lanes at the same point. "Earlier" is the topological order of the function's blocks (flow.cpp): a
// lane that skipped a branch waits behind it for the lanes that took it, one that left a loop waits
// behind the loop. Inside a loop the round counts first: a lane that has gone round once more waits at
// the loop's head for the lanes still in the round before, whichever way through the body they took. That
// is where the hardware's compiler lets a warp reconverge. A call is a point of its caller, and inside
// it the same rule holds. A group of lanes that has met (meetings.cpp) can move, too: whatever lies behind the meeting
// waits until the lanes that are earlier have come there.
//
// Most of the time lanes do go together, and their records are the same words: nothing has to be compared but memory.
#include <algorithm>
#include <cstring>
#include <utility>

#include "simt/engine/core/lockstep.hpp"
#include "simt/engine/loops/unrolled.hpp"

namespace simt {
namespace {

int sign(int difference) { return difference < 0 ? -1 : difference > 0 ? 1 : 0; }

// How many of the first `most` words are the same.
std::size_t common_words(const std::uint64_t* a, const std::uint64_t* b, std::size_t most) {
  if (std::memcmp(a, b, most * sizeof *a) == 0) return most;
  std::size_t same = 0;
  while (a[same] == b[same]) ++same;
  return same;
}

void follow_call(Position& position, Event event) {
  if (event.kind() == EventKind::enter) position.call(event.pc());
  else position.leave();
}

}  // namespace

const FlowPlace& Lockstep::find_place(std::uint64_t address) {
  const auto [found, added] = places_.try_emplace(address);
  if (added) {
    // An event's address is the one its call returns to: at a block's very end that is the next block's.
    found->second.flow = &flow_of_(address - 1);
    found->second.block = found->second.flow->block_at(address - 1);
  }
  recent_places_[recent_index(address)] = &*found;
  return found->second;
}

Position& Lockstep::new_position() {
  if (spare_positions_.empty()) {
    positions_.push_back(std::make_unique<Position>());
    spare_positions_.push_back(positions_.back().get());
  }
  Position& position = *spare_positions_.back();
  spare_positions_.pop_back();
  position.holders = 1;
  return position;
}

void Lockstep::let_go(Position* position) {
  if (position && --position->holders == 0) spare_positions_.push_back(position);
}

void Lockstep::keep_done(Lane& lane, Event event) {
  ++lane.position->holders;
  let_go(lane.done_at);
  lane.done = event, lane.done_at = lane.position;
}

void Lockstep::forget_done(Lane& lane) { let_go(std::exchange(lane.done_at, nullptr)); }

// The lane's position, to be changed for it alone.
Position& Lockstep::own_position(Lane& lane) {
  if (lane.position->holders == 1) return *lane.position;
  Position& own = new_position();
  own.assign(*lane.position);
  let_go(lane.position);
  lane.position = &own;
  return own;
}

// The position of lanes that stand at the same place, to be changed for all of them.
Position& Lockstep::common_position(Lane** group, unsigned count) {
  Position* const shared = group[0]->position;
  bool alone = shared->holders == count;
  for (unsigned i = 1; i < count; ++i) alone &= group[i]->position == shared;
  if (alone) return *shared;
  Position& common = own_position(*group[0]);
  for (unsigned i = 1; i < count; ++i) {
    if (group[i]->position == &common) continue;
    let_go(group[i]->position);
    group[i]->position = &common;
    ++common.holders;
  }
  return common;
}

// How many of the loops, outermost first, a lane whose next event is `at` has not left.
std::size_t Lockstep::loops_still_in(const Position& position, Event at) {
  std::size_t kept = 0;
  for (const FlowPlace* place = nullptr; kept < position.loops.size(); ++kept) {
    const LoopMark& mark = position.loops[kept];
    if (mark.depth > position.calls.size()) break;
    if (!place || mark.depth != position.loops[kept - 1].depth) place = &place_of(place_in(position, at, mark.depth));
    if (!place->block || !place->flow->holds(mark.loop, place->block->loop)) break;
  }
  return kept;
}

void Lockstep::forget_left_loops(Lane& lane, Event at) {
  const std::size_t kept = loops_still_in(*lane.position, at);
  if (kept == lane.position->loops.size()) return;
  Position& position = own_position(lane);
  position.loops.resize(kept);
  position.rehash_loops();
}

// The same of lanes and what each does next. Those side by side that stand at one place go on with one position.
void Lockstep::forget_left_loops(Lane** taking, unsigned count) {
  const Position* before = nullptr;
  Event at;
  for (unsigned i = 0; i < count; ++i) {
    Lane& lane = *taking[i];
    const Event next{*lane.read};
    if (i && lane.position == before && next.where == at.where) {
      Position* const now = taking[i - 1]->position;
      if (now == before) continue;
      let_go(std::exchange(lane.position, now));
      ++now->holders;
      continue;
    }
    before = lane.position, at = next;
    forget_left_loops(lane, next);
  }
}

// The next event is the block at `place`, a loop's head: a round begins.
void Lockstep::enter_loop(Position& position, Event at, const FlowPlace& place, std::uint32_t all) {
  std::vector<LoopMark>& loops = position.loops;
  loops.resize(loops_still_in(position, at));
  const auto depth = std::uint32_t(position.calls.size());
  const int index = place.block->loop;
  const FlowLoop& loop = place.flow->loops[std::size_t(index)];
  // Loops inside this one are over.
  while (!loops.empty() && loops.back().depth == depth && loops.back().loop != index &&
         !place.flow->holds(loops.back().loop, index))
    loops.pop_back();
  if (!position.goes_round(index))
    loops.push_back({depth, index, ~std::uint64_t(0), all, ~std::uint32_t(0), loop.is_constant});
  LoopMark& mark = loops.back();
  ++mark.done;
  if (mark.all) mark.rounds = unrolled_round(mark.all, mark.done, loop);
  else ++mark.rounds;
  position.rehash_loops();
  requests_.fusion.go_on_in(position.constant_rounds());
}

// Negative when a lane at `a` is earlier in the program than one at `b`, 0 when they are at the same point.
int Lockstep::compare(const Position& a, Event at_a, const Position& b, Event at_b) {
  if (at_a.where == at_b.where && (&a == &b || a.same_as(b))) return 0;
  std::size_t ia = 0, ib = 0;
  // The functions both are in, outermost first.
  for (std::size_t depth = 1;
      depth <= a.calls.size() && depth <= b.calls.size() && a.calls[depth - 1].from == b.calls[depth - 1].from;
      ++depth) {
    while (ia < a.loops.size() && a.loops[ia].depth < depth) ++ia;
    while (ib < b.loops.size() && b.loops[ib].depth < depth) ++ib;
    // Whichever loop of this function they are both in: the round decides.
    while (ia < a.loops.size() && ib < b.loops.size() && a.loops[ia].depth == depth && b.loops[ib].depth == depth &&
           a.loops[ia].loop == b.loops[ib].loop) {
      if (a.loops[ia].rounds != b.loops[ib].rounds) return a.loops[ia].rounds < b.loops[ib].rounds ? -1 : 1;
      ++ia, ++ib;
    }
    const std::uint64_t address_a = place_in(a, at_a, depth), address_b = place_in(b, at_b, depth);
    const FlowPlace &place_a = place_of(address_a), &place_b = place_of(address_b);
    if (place_a.flow == place_b.flow && place_a.block && place_b.block) {
      // A loop that only one of them is in stands where its head stands.
      const auto& loops = place_a.flow->loops;
      const int order_a = ia < a.loops.size() && a.loops[ia].depth == depth
                              ? loops[std::size_t(a.loops[ia].loop)].head_order
                              : place_a.block->order;
      const int order_b = ib < b.loops.size() && b.loops[ib].depth == depth
                              ? loops[std::size_t(b.loops[ib].loop)].head_order
                              : place_b.block->order;
      if (order_a != order_b) return sign(order_a - order_b);
      if (place_a.block->order != place_b.block->order) return sign(place_a.block->order - place_b.block->order);
    }
    if (address_a != address_b) return address_a < address_b ? -1 : 1;
  }
  if (a.calls_hash != b.calls_hash) return a.calls.size() > b.calls.size() ? -1 : 1;
  return at_a.where < at_b.where ? -1 : at_a.where > at_b.where ? 1 : 0;
}

// Advances lanes that stand at the same place for as long as their records agree and, if there is a rival, they are
// earlier than it. False when not even the first step is the same.
bool Lockstep::run_together(Lane** group, unsigned count, Stand rival) {
  Lane& leader = *group[0];
  std::size_t steps = std::size_t(leader.next - leader.read);
  bool one_position = true;
  for (unsigned i = 1; i < count; ++i) {
    const Lane& lane = *group[i];
    if (lane.position != leader.position) {
      if (!lane.position->same_as(*leader.position)) return false;
      one_position = false;
    }
    steps = common_words(leader.read, lane.read, std::min(steps, std::size_t(lane.next - lane.read)));
    if (steps == 0) return false;
  }
  Position* position = one_position ? leader.position : &common_position(group, count);
  bool owned = !one_position;  // by these lanes alone
  // The last thing that is done of all is kept with the position it was made at, which must not change after that.
  std::size_t last = steps;
  while (last > 0 && !Event{leader.read[last - 1]}.is_deed()) --last;
  Event done;
  bool to_keep = false;
  const auto keep = [&] {
    if (!to_keep) return;
    to_keep = owned = false;
    for (unsigned i = 0; i < count; ++i) keep_done(*group[i], done);
  };
  const auto changeable = [&]() -> Position& {
    keep();
    if (!owned) position = &common_position(group, count);
    owned = true;
    return *position;
  };
  WarpAccess access;
  const std::uint64_t* rows[warp_lanes];
  for (const std::uint64_t*& row : rows) row = leader.read_address;
  for (unsigned i = 0; i < count; ++i) {
    const unsigned lane = group[i]->index();
    access.active |= 1u << lane;
    rows[lane] = group[i]->read_address;
  }
  requests_.fusion.go_on_in(position->constant_rounds());
  std::size_t step = 0, accesses = 0;
  std::uint32_t rounds[warp_lanes];
  bool apart = false;
  for (; step < steps; ++step) {
    const Event event{leader.read[step]};
    const Group here{group, count, step};
    if (!event.is_access() && event.kind() != EventKind::block) count_held(here);
    if (event.is_call()) {
      requests_.fusion.end_run();
      follow_call(changeable(), event);
      continue;
    }
    if (rival && step) {
      const std::size_t kept = loops_still_in(*position, event);
      if (kept != position->loops.size()) {
        changeable().loops.resize(kept);
        position->rehash_loops();
      }
      if (compare(*position, event, *rival.position, rival.at) >= 0) break;
    }
    if (event.kind() == EventKind::block) {
      const FlowPlace& place = place_of(event.pc());
      const bool is_head = place.block && place.block->is_head;
      const bool begins = is_head && !position->goes_round(place.block->loop);
      apart = begins && !hold(here, place, *position) &&
              go_round_apart(
                  group, count, step, accesses, steps, place.flow->loops[std::size_t(place.block->loop)], rounds);
      come_to(here, event, place);
      if (apart) break;
      if (is_head) enter_loop(changeable(), event, place);
      continue;
    }
    if (event.kind() == EventKind::acquire) {
      requests_.acquire(event);
      continue;
    }
    done = event;
    to_keep = bool(rival) || step + 1 == last;
    if (!event.is_access()) continue;
    for (unsigned i = 0; i < warp_lanes; ++i) access.address[i] = rows[i][accesses];
    ++accesses;
    access.key = event.where;
    this->count(here, access);
  }
  keep();
  for (unsigned i = 0; i < count; ++i) {
    group[i]->read += step;
    group[i]->read_address += accesses;
    if (!apart) continue;
    const Event head{*group[i]->read++};
    enter_loop(own_position(*group[i]), head, place_of(head.pc()), rounds[i]);
  }
  return true;
}

// What both arms of a branch begin with is done in front of it: the steps of a lane that has come to one of them are put so.
void Lockstep::hoist(Lane& lane) {
  const Event arm{*lane.read};
  if (arm.kind() != EventKind::block) return;
  const FlowPlace& place = place_of(arm.pc());
  if (!place.block) return;
  std::uint64_t* at = lane.read;
  for (const HoistedLoad& load : place.block->hoisted) {
    if (lane.next - at < 2) return;
    const Event step{at[1]};
    if (step.kind() != EventKind::load || step.pc() != load.here) return;
    // A call that loads more than once is a function of the library's.
    if (lane.next - at > 2 && at[2] == at[1]) return;
    *at++ = Event::pack(load.common, step.kind(), step.bytes());
    *at = arm.where;
  }
}

// Lanes that do not all stand at the same place: the earliest of them go on. False when `meeting` is earlier than all.
bool Lockstep::run_apart(Lane** taking, unsigned count, Stand meeting) {
  bool ran_out = false;
  for (unsigned i = 0; i < count; ++i) {
    Lane& lane = *taking[i];
    for (; lane.read != lane.next && Event{*lane.read}.is_call(); ++lane.read)
      follow_call(own_position(lane), Event{*lane.read});
    ran_out |= lane.read == lane.next;
    if (lane.read != lane.next) hoist(lane);
  }
  if (ran_out) return true;  // where it goes next may not be known yet
  forget_left_loops(taking, count);
  const auto order = [&](const Lane& a, const Lane& b) {
    return compare(*a.position, Event{*a.read}, *b.position, Event{*b.read});
  };
  Lane* moving[warp_lanes];
  unsigned count_moving = 0;
  Stand rival;  // the earliest of those that do not move
  for (unsigned i = 0; i < count; ++i) {
    const int before = count_moving ? order(*taking[i], *moving[0]) : 0;
    const Stand here{taking[i]->position, Event{*taking[i]->read}};
    if (before < 0) {
      rival = {moving[0]->position, Event{*moving[0]->read}};
      count_moving = 0;
    }
    if (before <= 0) moving[count_moving++] = taking[i];
    else if (!rival || compare(*here.position, here.at, *rival.position, rival.at) < 0) rival = here;
  }
  if (meeting) {
    if (compare(*moving[0]->position, Event{*moving[0]->read}, *meeting.position, meeting.at) >= 0) return false;
    if (!rival || compare(*meeting.position, meeting.at, *rival.position, rival.at) < 0) rival = meeting;
  }
  if (run_together(moving, count_moving, rival)) return true;
  // At the same point, but not in the same loops: one step.
  const Event event{*moving[0]->read};
  const Group here{moving, count_moving, 0};
  if (!event.is_access()) come_to(here, event, place_of(event.pc()));
  WarpAccess access{.key = event.where};
  if (event.is_access()) std::fill_n(access.address, warp_lanes, *moving[0]->read_address);
  for (unsigned i = 0; i < count_moving; ++i) {
    Lane& lane = *moving[i];
    if (event.kind() == EventKind::block) {
      const FlowPlace& place = place_of(event.pc());
      if (place.block && place.block->is_head) enter_loop(own_position(lane), event, place);
    } else if (event.kind() != EventKind::acquire) {
      keep_done(lane, event);
      if (event.is_access()) {
        access.active |= 1u << lane.index();
        access.address[lane.index()] = *lane.read_address++;
      }
    }
  }
  if (event.is_access()) this->count(here, access);
  for (unsigned i = 0; i < count_moving; ++i) ++moving[i]->read;
  if (event.kind() == EventKind::acquire) requests_.acquire(event);
  return true;
}

void Lockstep::begin(Lane* warp) {
  for (unsigned i = 0; i < warp_lanes; ++i) retire(warp[i]);
  Position& start = new_position();
  start.clear(), start.holders = warp_lanes;
  for (unsigned i = 0; i < warp_lanes; ++i) warp[i].position = &start;
}

void Lockstep::retire(Lane& lane) {
  let_go(std::exchange(lane.position, nullptr));
  forget_done(lane);
}

Lockstep::Advanced Lockstep::advance(Lane* first, const Lane* meeting) {
  const Stand waiting = meeting ? Stand{meeting->position, meeting->meeting.at} : Stand{};
  for (;;) {
    // Lanes that wait or ended, and whose record is read, take no part any more.
    Lane* taking[warp_lanes];
    unsigned count = 0;
    std::uint32_t empty = 0;
    for (unsigned i = 0; i < warp_lanes; ++i) {
      Lane& lane = first[i];
      if (lane.read != lane.next) taking[count++] = &lane;
      else empty |= std::uint32_t(lane.state == LaneState::full) << i;  // where it goes next is not known yet
    }
    if (empty || !count) return {.empty = empty, .in_step = count == 0};
    if ((waiting || !run_together(taking, count, {})) && !run_apart(taking, count, waiting)) return {};
    for (unsigned i = 0; i < count; ++i)
      if (taking[i]->read == taking[i]->next && taking[i]->state == LaneState::warp) return {.met = true};
  }
}

}  // namespace simt
