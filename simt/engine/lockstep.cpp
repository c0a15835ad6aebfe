// Finds out which accesses a warp makes together, from the 32 records its lanes left.
//
// The rule: of all lanes that can move, those in the deepest call move first, and among those the ones
// at the lowest code address; they move one event together. Code lies in source order, so a lane that
// skipped a branch waits behind it for the lanes that took it, and one that left a loop waits behind the
// loop: where the hardware's compiler lets a warp reconverge. Events are basic blocks and accesses; an
// access that several lanes come to in the same move is one request.
#include "simt/engine/machine.hpp"

namespace simt {
namespace {

// Whether a lane at `a` moves before one at `b`.
bool moves_first(const Event& a, const Event& b, const std::vector<Frame>& frames) {
  if (a.frame() == b.frame()) return a.pc() < b.pc();
  const Frame* left = &frames[a.frame()];
  const Frame* right = &frames[b.frame()];
  if (left->depth != right->depth) return left->depth > right->depth;
  // Equally deep by different calls: the outermost difference decides.
  std::uint64_t left_call = a.pc(), right_call = b.pc();
  while (left != right) {
    left_call = left->called_from, right_call = right->called_from;
    left = &frames[left->parent], right = &frames[right->parent];
  }
  return left_call < right_call;
}

}  // namespace

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

    // As long as all of them are at the same place they need no choosing.
    for (bool together = true; together;) {
      const std::uint64_t where = taking[0]->read->where;
      const std::uint64_t frame = taking[0]->read->what & frame_mask;
      for (unsigned i = 1; i < count_taking; ++i)
        together &= (taking[i]->read->where == where) & ((taking[i]->read->what & frame_mask) == frame);
      if (!together) break;
      access.active = 0;
      if (Event{where, 0}.kind() == EventKind::block) {
        for (unsigned i = 0; i < count_taking; ++i) together &= ++taking[i]->read != taking[i]->next;
        continue;
      }
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

    const Event* best = taking[0]->read;
    for (unsigned i = 1; i < count_taking; ++i)
      if (moves_first(*taking[i]->read, *best, frames)) best = taking[i]->read;
    const Event chosen = *best;
    access.active = 0;
    for (unsigned i = 0; i < count_taking; ++i) {
      const Event& event = *taking[i]->read;
      if (event.where != chosen.where || event.frame() != chosen.frame()) continue;
      const unsigned lane = taking[i]->linear % warp_lanes;
      access.active |= 1u << lane;
      access.address[lane] = event.address();
      ++taking[i]->read;
    }
    if (chosen.kind() == EventKind::block) continue;
    access.key = chosen.where;
    count(access, warp);
  }
}

}  // namespace simt
