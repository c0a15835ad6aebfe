// Finds out which accesses a warp makes together, from the 32 records its lanes left.
//
// The rule: of all lanes that can move, the one that is earliest in the program moves first, together
// with all lanes at the same point. "Earlier" is the topological order of the function's blocks (flow.cpp): a
// lane that skipped a branch waits behind it for the lanes that took it, one that left a loop waits
// behind the loop. Inside a loop the round counts first: a lane that has gone round once more waits at
// the loop's head for the lanes still in the round before, whichever way through the body they took. That
// is where the hardware's compiler lets a warp reconverge. A call is a point of its caller, and inside
// it the same rule holds.
#include <algorithm>

#include "simt/engine/machine.hpp"

namespace simt {
namespace {

bool is_self_or_caller(const std::vector<Frame>& frames, unsigned outer, unsigned inner) {
  while (frames[inner].depth > frames[outer].depth) inner = frames[inner].parent;
  return inner == outer;
}

void rehash(Lane& lane) {
  std::uint64_t hash = 0;
  for (const LoopMark& mark : lane.loops)
    hash = (hash ^ std::uint64_t(mark.frame) << 48 ^ std::uint64_t(mark.loop) << 40 ^ (mark.rounds + 1)) * 0x9e3779b97f4a7c15;
  lane.loops_hash = hash;
}

int sign(int difference) { return difference < 0 ? -1 : difference > 0 ? 1 : 0; }

}  // namespace

const FlowPlace& Worker::place_of(std::uint64_t address) {
  const auto [found, added] = places.try_emplace(address);
  if (added) {
    // An event's address is the one its call returns to: at a block's very end that is the next block's.
    found->second.flow = &flow_of(address - 1);
    found->second.block = found->second.flow->block_at(address - 1);
  }
  return found->second;
}

// Where a lane whose next event is `at` stands in the frame `frame`, its own or a caller's.
std::uint64_t Worker::place_in(const Event& at, unsigned frame) const {
  std::uint64_t place = at.pc();
  for (unsigned f = at.frame(); f != frame; f = frames[f].parent) place = frames[f].called_from;
  return place;
}

// Drops the marks of loops that the lane has left.
void Worker::forget_left_loops(Lane& lane) {
  std::size_t kept = 0;
  for (; kept < lane.loops.size(); ++kept) {
    const LoopMark& mark = lane.loops[kept];
    if (!is_self_or_caller(frames, mark.frame, lane.read->frame())) break;
    const FlowPlace& place = place_of(place_in(*lane.read, mark.frame));
    if (!place.block || !place.flow->holds(mark.loop, place.block->loop)) break;
  }
  if (kept == lane.loops.size()) return;
  lane.loops.resize(kept);
  rehash(lane);
}

// The lane's next event is the block at `place`; if that is a loop's head, a round begins.
void Worker::enter_block(Lane& lane, const FlowPlace& place) {
  if (!place.block || !place.block->is_head) return;
  forget_left_loops(lane);
  const auto frame = std::uint16_t(lane.read->frame());
  // Loops inside this one are over.
  while (!lane.loops.empty() && lane.loops.back().frame == frame && lane.loops.back().loop != place.block->loop &&
         !place.flow->holds(lane.loops.back().loop, place.block->loop))
    lane.loops.pop_back();
  if (!lane.loops.empty() && lane.loops.back().frame == frame && lane.loops.back().loop == place.block->loop) ++lane.loops.back().rounds;
  else lane.loops.push_back({frame, place.block->loop, 0});
  rehash(lane);
}

// Negative when lane `a` is earlier in the program than lane `b`, 0 when they are at the same point.
int Worker::compare(const Lane& a, const Lane& b) {
  const Event &at_a = *a.read, &at_b = *b.read;
  // The frames both are in, innermost first.
  std::vector<unsigned> common;
  unsigned fa = at_a.frame(), fb = at_b.frame();
  while (frames[fa].depth > frames[fb].depth) fa = frames[fa].parent;
  while (frames[fb].depth > frames[fa].depth) fb = frames[fb].parent;
  while (fa != fb) fa = frames[fa].parent, fb = frames[fb].parent;
  for (unsigned f = fa; f != 0; f = frames[f].parent) common.push_back(f);
  std::size_t ia = 0, ib = 0;
  while (!common.empty()) {
    const unsigned frame = common.back();
    common.pop_back();
    // Whichever loop of this frame they are both in: the round decides.
    while (ia < a.loops.size() && ib < b.loops.size() && a.loops[ia].frame == frame && b.loops[ib].frame == frame && a.loops[ia].loop == b.loops[ib].loop) {
      if (a.loops[ia].rounds != b.loops[ib].rounds) return a.loops[ia].rounds < b.loops[ib].rounds ? -1 : 1;
      ++ia, ++ib;
    }
    const std::uint64_t address_a = place_in(at_a, frame), address_b = place_in(at_b, frame);
    const FlowPlace &place_a = place_of(address_a), &place_b = place_of(address_b);
    if (place_a.flow == place_b.flow && place_a.block && place_b.block) {
      // A loop that only one of them is in stands where its head stands.
      const auto& loops = place_a.flow->loops;
      const int order_a = ia < a.loops.size() && a.loops[ia].frame == frame ? loops[std::size_t(a.loops[ia].loop)].head_order : place_a.block->order;
      const int order_b = ib < b.loops.size() && b.loops[ib].frame == frame ? loops[std::size_t(b.loops[ib].loop)].head_order : place_b.block->order;
      if (order_a != order_b) return sign(order_a - order_b);
      if (place_a.block->order != place_b.block->order) return sign(place_a.block->order - place_b.block->order);
    }
    if (address_a != address_b) return address_a < address_b ? -1 : 1;
    while (ia < a.loops.size() && a.loops[ia].frame == frame) ++ia;
    while (ib < b.loops.size() && b.loops[ib].frame == frame) ++ib;
  }
  if (at_a.frame() != at_b.frame()) return frames[at_a.frame()].depth > frames[at_b.frame()].depth ? -1 : 1;
  return at_a.where < at_b.where ? -1 : at_a.where > at_b.where ? 1 : 0;
}

Lane* Worker::advance(unsigned warp) {
  Lane* const first = &lanes[warp * warp_lanes];
  constexpr std::uint64_t frame_mask = ~std::uint64_t(0) << 48;
  WarpAccess access;
  for (;;) {
    // Lanes that stopped at a barrier or ended, and whose record is read, take no part any more.
    Lane* taking[warp_lanes];
    unsigned count_taking = 0;
    for (unsigned i = 0; i < warp_lanes; ++i) {
      Lane& lane = first[i];
      if (lane.read != lane.next) taking[count_taking++] = &lane;
      else if (lane.state == LaneState::full) return &lane;  // where it goes next is not known yet
    }
    if (count_taking == 0) return nullptr;

    // As long as all of them are at the same point they need no choosing.
    for (bool together = true; together;) {
      const std::uint64_t where = taking[0]->read->where;
      const std::uint64_t frame = taking[0]->read->what & frame_mask;
      const std::uint64_t rounds = taking[0]->loops_hash;
      for (unsigned i = 1; i < count_taking; ++i)
        together &= (taking[i]->read->where == where) & ((taking[i]->read->what & frame_mask) == frame) & (taking[i]->loops_hash == rounds);
      if (!together) break;
      if (Event{where, 0}.kind() == EventKind::block) {
        const FlowPlace& place = place_of(where & ~frame_mask);
        if (place.block && place.block->is_head)
          for (unsigned i = 0; i < count_taking; ++i) enter_block(*taking[i], place);
        for (unsigned i = 0; i < count_taking; ++i) together &= ++taking[i]->read != taking[i]->next;
        continue;
      }
      access.active = 0;
      for (unsigned i = 0; i < count_taking; ++i) {
        const unsigned lane = taking[i]->linear % warp_lanes;
        access.active |= 1u << lane;
        access.address[lane] = taking[i]->read->address();
        together &= ++taking[i]->read != taking[i]->next;
      }
      access.key = where;
      count(access, warp);
    }
    bool ran_out = false;
    for (unsigned i = 0; i < count_taking; ++i) ran_out |= taking[i]->read == taking[i]->next;
    if (ran_out) continue;

    for (unsigned i = 0; i < count_taking; ++i)
      forget_left_loops(*taking[i]);
    const Lane* earliest = taking[0];
    for (unsigned i = 1; i < count_taking; ++i)
      if (compare(*taking[i], *earliest) < 0) earliest = taking[i];
    Lane* moving[warp_lanes];
    unsigned count_moving = 0;
    for (unsigned i = 0; i < count_taking; ++i)
      if (taking[i] == earliest || compare(*taking[i], *earliest) == 0) moving[count_moving++] = taking[i];
    const std::uint64_t where = earliest->read->where;
    const bool is_block = Event{where, 0}.kind() == EventKind::block;
    const FlowPlace* entered = is_block ? &place_of(where & ~frame_mask) : nullptr;
    access.active = 0;
    for (unsigned i = 0; i < count_moving; ++i) {
      if (entered) enter_block(*moving[i], *entered);
      const unsigned lane = moving[i]->linear % warp_lanes;
      access.active |= 1u << lane;
      access.address[lane] = moving[i]->read->address();
      ++moving[i]->read;
    }
    if (is_block) continue;
    access.key = where;
    count(access, warp);
  }
}

}  // namespace simt
