// The loops that nvcc makes of one (unrolled.hpp).
#include "simt/engine/loops/unrolled.hpp"

#include "simt/include/simt/h200.h"

namespace simt {
namespace {

// What a lane's record says of a loop of one block that it comes to.
struct WayRound {
  std::uint32_t rounds = 0;  // 0: not known
  std::size_t steps = 0;
  bool climbs = false;      // by little: some access moves by less than a sector a round
  bool may_change = false;  // how often it goes round, by what it stores
};

// The loop's head is at `first`, the record ends at `next`, and `address` is the first access's behind the head.
WayRound way_round(const std::uint64_t* first, const std::uint64_t* next, const std::uint64_t* address) {
  WayRound way;
  constexpr std::size_t most = 16;
  std::uint64_t before[most] = {};
  std::size_t at = 0;  // access of the round
  bool stores = false, stays = false, climbs = false;
  std::uint32_t rounds = 0;
  for (const std::uint64_t* step = first; step != next; ++step) {
    const Event event{*step};
    if (*step == *first) {
      ++rounds, at = 0;
    } else if (event.is_access()) {
      if (rounds <= 2 && at < most) {
        const std::uint64_t moved = *address - before[at];
        stores |= (event.kind() == EventKind::store || event.kind() == EventKind::red) && !(*address & shared_flag);
        if (rounds == 2 && event.kind() == EventKind::load) {
          stays |= moved == 0 && !(*address & shared_flag);
          climbs |= moved != 0 && (moved < sector_bytes || -moved < sector_bytes);
        }
        if (rounds == 2 && event.kind() == EventKind::store) climbs |= moved != 0 && moved < sector_bytes;
        before[at] = *address;
      }
      ++at, ++address;
    } else if (event.kind() == EventKind::block) {
      way.rounds = rounds, way.steps = std::size_t(step - first);
      // A bound that is loaded again each time because of what is stored is none that is known in front of the loop; where g++'s code
      // does not tell a step's size, one that is not small is likely to be the grid's width.
      way.climbs = climbs, way.may_change = stores && stays;
      return way;
    } else {
      return way;
    }
  }
  return way;
}

}  // namespace

std::uint64_t unrolled_round(std::uint32_t all, std::uint32_t done, const FlowLoop& loop) {
  constexpr std::uint64_t next_loop = std::uint64_t(1) << 33;
  const std::uint32_t single = all % 4, whole = all - single;
  if (loop.may_wrap) {  // fours, then two, then one
    if (done < whole) return done;
    return single >= 2 && done < whole + 2 ? next_loop + (done - whole) : 2 * next_loop;
  }
  if (!loop.begins_at_constant) {
    if (done < single) return done;
    done -= single;
  }
  if (done < whole / 16 * 16) return next_loop + done;
  if (done >= whole) return 4 * next_loop + (done - whole);
  const std::uint32_t behind = done - whole / 16 * 16;
  const bool by_eight = whole % 16 >= 8;
  return by_eight && behind < 8 ? 2 * next_loop + behind : 3 * next_loop + (behind - (by_eight ? 8 : 0));
}

bool go_round_apart(Lane* const* group, unsigned count, std::size_t step, std::size_t accesses, std::size_t steps,
    const FlowLoop& loop, std::uint32_t* rounds) {
  if (count == 1 || !loop.is_counted_block) return false;
  const auto way_of = [&](const Lane& lane) {
    return way_round(lane.read + step, lane.next, lane.read_address + accesses);
  };
  WayRound way = way_of(*group[0]);
  if (way.rounds && step + way.steps < steps) return false;
  bool differs = false, is_countable = loop.steps_by_constant, may_change = false;
  for (unsigned i = 0; i < count; ++i) {
    way = way_of(*group[i]);
    if (!way.rounds) return false;
    rounds[i] = way.rounds;
    differs |= way.rounds != rounds[0];
    is_countable |= way.climbs;
    may_change |= way.may_change;
  }
  return differs && is_countable && !may_change;
}

}  // namespace simt
