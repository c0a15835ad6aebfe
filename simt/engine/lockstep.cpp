// Finds out which accesses a warp makes together, from the 32 records its lanes left.
//
// The rule: of all lanes that can move, the one that is earliest in the program moves first, together
// with all lanes at the same point. Code lies in source order, so inside a function "earlier" is the
// lower code address: a lane that skipped a branch waits behind it for the lanes that took it, and one
// that left a loop waits behind the loop. Inside a loop the round counts first: a lane that has gone
// round once more waits at the loop's start for the lanes still in the round before, whichever way through
// the body they took. That is where the hardware's compiler lets a warp reconverge. A call is a point of
// its caller, and inside it the same rule holds.
#include <algorithm>

#include "simt/engine/machine.hpp"

namespace simt {
namespace {

// The loop that starts at `head`, if it is known to be one.
const AddressRange* loop_at(const std::vector<AddressRange>& loops, std::uint64_t head) {
  for (const AddressRange& loop : loops)
    if (loop.begin == head) return &loop;
  return nullptr;
}

bool is_self_or_caller(const std::vector<Frame>& frames, unsigned outer, unsigned inner) {
  while (frames[inner].depth > frames[outer].depth) inner = frames[inner].parent;
  return inner == outer;
}

// Where the lane is in the frame `frame`, which is its own or a caller's.
std::uint64_t place_in(const std::vector<Frame>& frames, const Event& at, unsigned frame) {
  std::uint64_t place = at.pc();
  for (unsigned f = at.frame(); f != frame; f = frames[f].parent) place = frames[f].called_from;
  return place;
}

void rehash(Lane& lane) {
  std::uint64_t hash = 0;
  for (const LoopMark& mark : lane.loops) hash = (hash ^ mark.head ^ mark.rounds << 1 ^ std::uint64_t(mark.frame) << 48) * 0x9e3779b97f4a7c15;
  lane.loops_hash = hash;
}

// Drops the loops that the lane has left.
void leave_loops(Lane& lane, const std::vector<Frame>& frames, const std::vector<AddressRange>& loops) {
  const Event& at = *lane.read;
  std::size_t kept = 0;
  for (; kept < lane.loops.size(); ++kept) {
    const LoopMark& mark = lane.loops[kept];
    if (!is_self_or_caller(frames, mark.frame, at.frame())) break;
    const std::uint64_t place = place_in(frames, at, mark.frame);
    const AddressRange* loop = loop_at(loops, mark.head);
    if (loop ? !loop->holds(place) : place < mark.head) break;
  }
  if (kept == lane.loops.size()) return;
  lane.loops.resize(kept);
  rehash(lane);
}

// The lane goes round the loop that its next event, a jump backwards, leads to the start of.
void go_round(Lane& lane, const std::vector<Frame>& frames, const std::vector<AddressRange>& loops) {
  const Event& at = *lane.read;
  if (!loop_at(loops, at.pc())) return;  // a jump backwards to a place not seen before: no loop
  leave_loops(lane, frames, loops);
  const auto frame = std::uint16_t(at.frame());
  // Loops of this frame that start behind the place are inner ones, and over.
  while (!lane.loops.empty() && lane.loops.back().frame == frame && lane.loops.back().head > at.pc()) lane.loops.pop_back();
  if (!lane.loops.empty() && lane.loops.back().frame == frame && lane.loops.back().head == at.pc()) ++lane.loops.back().rounds;
  else lane.loops.push_back({frame, at.pc(), 1});
  rehash(lane);
}

// Negative when lane `a` is earlier in the program than lane `b`, 0 when they are at the same point.
int compare(const Lane& a, const Lane& b, const std::vector<Frame>& frames, const std::vector<AddressRange>& loops) {
  const Event &at_a = *a.read, &at_b = *b.read;
  // The frames both are in, from the outermost.
  unsigned path[64];
  int depth = 0;
  unsigned fa = at_a.frame(), fb = at_b.frame();
  while (frames[fa].depth > frames[fb].depth) fa = frames[fa].parent;
  while (frames[fb].depth > frames[fa].depth) fb = frames[fb].parent;
  while (fa != fb) fa = frames[fa].parent, fb = frames[fb].parent;
  for (unsigned f = fa;; f = frames[f].parent) {
    if (depth < 64) path[depth++] = f;
    if (f == 0) break;
  }
  std::size_t ia = 0, ib = 0;
  while (depth-- > 0) {
    const unsigned frame = path[depth];
    const std::uint64_t place_a = place_in(frames, at_a, frame), place_b = place_in(frames, at_b, frame);
    for (;;) {
      const LoopMark* mark_a = ia < a.loops.size() && a.loops[ia].frame == frame ? &a.loops[ia] : nullptr;
      const LoopMark* mark_b = ib < b.loops.size() && b.loops[ib].frame == frame ? &b.loops[ib] : nullptr;
      if (!mark_a && !mark_b) break;
      if (mark_a && mark_b && mark_a->head == mark_b->head) {
        if (mark_a->rounds != mark_b->rounds) return mark_a->rounds < mark_b->rounds ? -1 : 1;
        ++ia, ++ib;
        continue;
      }
      // One is in a loop's later round; the other is before the loop, in its first round, or behind it.
      const bool a_inside = mark_a && (!mark_b || mark_a->head < mark_b->head);
      const LoopMark& mark = a_inside ? *mark_a : *mark_b;
      const std::uint64_t other = a_inside ? place_b : place_a;
      const AddressRange* loop = loop_at(loops, mark.head);
      const bool behind = loop ? other >= loop->begin + loop->bytes : other > mark.head;
      return behind == a_inside ? -1 : 1;
    }
    if (place_a != place_b) return place_a < place_b ? -1 : 1;
  }
  if (at_a.frame() != at_b.frame()) return frames[at_a.frame()].depth > frames[at_b.frame()].depth ? -1 : 1;
  return at_a.where < at_b.where ? -1 : at_a.where > at_b.where ? 1 : 0;
}

}  // namespace

// Called while lanes run. A jump backwards makes a loop if the lane has been at its goal before.
void Worker::note_back_jump(const Lane& lane, std::uint64_t to) {
  // The loop reaches to the last thing the lane did in it: what stands behind that in its block leaves no event.
  const auto frame = unsigned(lane.frame >> 48);
  const bool at_hand = lane.next != lane.begin && is_self_or_caller(frames, frame, lane.next[-1].frame());
  const std::uint64_t reaches = std::max(lane.last_block, at_hand ? place_in(frames, lane.next[-1], frame) : 0) - to + 1;
  for (AddressRange& loop : loops)
    if (loop.begin == to) {
      loop.bytes = std::max(loop.bytes, reaches);
      return;
    }
  for (const Event* event = lane.next; event-- != lane.begin;)
    if (event->pc() == to && event->kind() <= EventKind::back && (event->what ^ lane.frame) >> 48 == 0) {
      loops.push_back({to, reaches});
      return;
    }
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
      const EventKind kind = Event{where, 0}.kind();
      if (kind == EventKind::back)
        for (unsigned i = 0; i < count_taking; ++i) go_round(*taking[i], frames, loops);
      if (kind <= EventKind::back) {
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
      if (!taking[i]->loops.empty()) leave_loops(*taking[i], frames, loops);
    const Lane* earliest = taking[0];
    for (unsigned i = 1; i < count_taking; ++i)
      if (compare(*taking[i], *earliest, frames, loops) < 0) earliest = taking[i];
    Lane* moving[warp_lanes];
    unsigned count_moving = 0;
    for (unsigned i = 0; i < count_taking; ++i)
      if (taking[i] == earliest || compare(*taking[i], *earliest, frames, loops) == 0) moving[count_moving++] = taking[i];
    const std::uint64_t where = earliest->read->where;
    const EventKind kind = Event{where, 0}.kind();
    access.active = 0;
    for (unsigned i = 0; i < count_moving; ++i) {
      if (kind == EventKind::back) go_round(*moving[i], frames, loops);
      const unsigned lane = moving[i]->linear % warp_lanes;
      access.active |= 1u << lane;
      access.address[lane] = moving[i]->read->address();
      ++moving[i]->read;
    }
    if (kind <= EventKind::back) continue;
    access.key = where;
    count(access, warp);
  }
}

}  // namespace simt
