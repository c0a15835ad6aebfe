// Where lanes wait for each other: warp primitives, and what can be wrong at the block's barrier.
//
// A lane that calls a warp primitive stops. A group is complete when every lane its mask names has come, with the same
// primitive and mask. When no lane of the warp can move that is earlier in the program, the earliest complete group gets
// its results and goes on.
#include <algorithm>
#include <bit>
#include <utility>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/core/worker.hpp"
#include "simt/engine/platform/images.hpp"

namespace simt {
namespace {

// The lane a shuffle reads from; -1 when that is outside the segment, which gives the lane its own value.
int source_lane(const Meeting& meeting, int lane) {
  const int width = meeting.width, first = lane / width * width;
  switch (meeting.op) {
    case WarpOp::shuffle_index:
      return first + (meeting.parameter & (width - 1));
    case WarpOp::shuffle_up:
      return lane - meeting.parameter >= first ? lane - meeting.parameter : -1;
    case WarpOp::shuffle_down:
      return lane + meeting.parameter < first + width ? lane + meeting.parameter : -1;
    // Into an earlier segment it may reach, into a later one it may not.
    case WarpOp::shuffle_xor:
      return (lane ^ meeting.parameter) < first + width ? lane ^ meeting.parameter : -1;
    default:
      return -1;
  }
}

std::uint32_t reduce(WarpOp op, std::uint32_t a, std::uint32_t b) {
  switch (op) {
    case WarpOp::reduce_add:
      return a + b;
    case WarpOp::reduce_min:
      return std::min(a, b);
    case WarpOp::reduce_max:
      return std::max(a, b);
    case WarpOp::reduce_min_signed:
      return std::uint32_t(std::min(std::int32_t(a), std::int32_t(b)));
    case WarpOp::reduce_max_signed:
      return std::uint32_t(std::max(std::int32_t(a), std::int32_t(b)));
    case WarpOp::reduce_and:
      return a & b;
    case WarpOp::reduce_or:
      return a | b;
    default:
      return a ^ b;
  }
}

// Gives every lane of the complete group its result.
void exchange(Lane* warp, std::uint32_t group) {
  std::uint64_t brought[warp_lanes] = {};
  for (std::uint32_t left = group; left; left &= left - 1) {
    const int lane = std::countr_zero(left);
    brought[lane] = warp[lane].meeting.value;
  }
  const int first = std::countr_zero(group);
  std::uint32_t votes = 0, total = 0;
  bool alike = true;
  for (std::uint32_t left = group; left; left &= left - 1) {
    const int lane = std::countr_zero(left);
    votes |= std::uint32_t(brought[lane] & 1) << lane;
    total = lane == first ? std::uint32_t(brought[lane])
                          : reduce(warp[first].meeting.op, total, std::uint32_t(brought[lane]));
    alike &= brought[lane] == brought[first];
  }
  for (std::uint32_t left = group; left; left &= left - 1) {
    const int lane = std::countr_zero(left);
    Meeting& meeting = warp[lane].meeting;
    switch (meeting.op) {
      case WarpOp::sync:
      case WarpOp::copies:
        break;
      case WarpOp::ballot:
        meeting.value = votes;
        break;
      case WarpOp::active:
        meeting.value = group;
        break;
      case WarpOp::match_all:
        meeting.value = alike ? group : 0;
        break;
      case WarpOp::match_any:
        meeting.value = 0;
        for (std::uint32_t others = group; others; others &= others - 1) {
          const int other = std::countr_zero(others);
          if (brought[other] == brought[lane]) meeting.value |= std::uint64_t(1) << other;
        }
        break;
      case WarpOp::shuffle_index:
      case WarpOp::shuffle_up:
      case WarpOp::shuffle_down:
      case WarpOp::shuffle_xor: {
        // Reading a lane that takes no part gives something undefined; here, always 0.
        const int source = source_lane(meeting, lane);
        if (source >= 0) meeting.value = group >> source & 1 ? brought[source] : 0;
        break;
      }
      default:
        meeting.value = total;
        break;
    }
  }
}

// Whether a lane that has ended did so by a `return;`, and not by coming to its kernel's end round a barrier.
bool has_returned(const Lane& lane) { return lane.done_at && lane.done.kind() == EventKind::returned; }

bool same_meeting(const Meeting& a, const Meeting& b) { return a.op == b.op && a.mask == b.mask; }

}  // namespace

void Worker::end_wait(const Gathering& those) {
  std::uint64_t latest = 0;
  const auto each = [&](auto&& act) {
    for (std::uint32_t i = 0; i < (those.whole_block ? launch.threads : warp_lanes); ++i)
      if ((those.whole_block || those.group >> i & 1) && lanes[those.first_lane + i].state != LaneState::finished)
        act(lanes[those.first_lane + i]);
  };
  each([&](const Lane& lane) { latest = std::max(latest, lane.clock()); });
  each([&](Lane& lane) { lane.recorded += latest - lane.clock(); });
  if (those.whole_block ||
      lanes[those.first_lane + unsigned(std::countr_zero(those.group))].meeting.op == WarpOp::sync) {
    requests.fusion.end_run();
    for (const auto& checker : checkers) checker->meeting(those);
  }
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

// Of the lanes that wait for others of their warp, and whose records are read: the earliest that can go on, 0 if none can.
std::uint32_t Worker::next_meeting(unsigned warp) {
  Lane* const first = &lanes[warp * warp_lanes];
  std::uint32_t waiting = 0, ended = 0;
  for (unsigned i = 0; i < warp_lanes; ++i) {
    const bool is_read = first[i].read == first[i].next;
    waiting |= std::uint32_t(is_read && first[i].state == LaneState::warp) << i;
    ended |= std::uint32_t(is_read && first[i].state == LaneState::finished) << i;
  }
  std::uint32_t group = 0;
  for (std::uint32_t left = waiting; left;) {
    Lane& lane = first[std::countr_zero(left)];
    // Who asks which lanes are active, or waits for copies, waits for no other lane.
    const bool asks = lane.meeting.op == WarpOp::active || lane.meeting.op == WarpOp::copies;
    const std::uint32_t here = asks ? 1u << lane.index() : lane.meeting.mask & ~ended;
    bool complete = (here & ~waiting) == 0 && here != 0;
    for (std::uint32_t others = here & waiting; others; others &= others - 1)
      complete &= same_meeting(first[std::countr_zero(others)].meeting, lane.meeting);
    left &= complete ? ~here : ~(1u << lane.index());
    if (!complete) continue;
    lockstep.forget_left_loops(lane, lane.meeting.at);
    const Lane* const earliest = group ? &first[std::countr_zero(group)] : nullptr;
    const int order = earliest ? lockstep.order(lane, lane.meeting.at, *earliest, earliest->meeting.at) : -1;
    if (order < 0) group = here;
    // It gets those that are at the same point of the program; where the clock has a pace of its own, of these only who came
    // at the same time. Nothing promises that lanes which took ways of their own are active together.
    else if (order == 0 && asks && same_meeting(lane.meeting, earliest->meeting) &&
             (launch.clock_pace == 1 || lane.clock() == earliest->clock()))
      group |= here;
  }
  return group;
}

// The group gets its results and goes on. False when that cannot be, or when there is none.
bool Worker::hold_meeting(unsigned warp, std::uint32_t group) {
  Lane* const first = &lanes[warp * warp_lanes];
  if (!group) {
    bool may_come = false;  // from where it waits now
    for (unsigned i = 0; i < warp_lanes; ++i) may_come |= first[i].state == LaneState::object;
    for (unsigned i = 0; i < warp_lanes && !may_come; ++i)
      if (first[i].state == LaneState::warp) {
        fail(first[i], {.kind = Fault::Kind::deadlock, .pc = first[i].meeting.at.pc()});
        break;
      }
    return false;
  }
  const Lane& lane = first[std::countr_zero(group)];
  if (lane.meeting.op != WarpOp::active) {
    std::uint32_t ended = 0;
    for (unsigned i = 0; i < warp_lanes; ++i) ended |= std::uint32_t(first[i].state == LaneState::finished) << i;
    // Lanes past the block's end were never there; others that have ended were promised and never came.
    for (std::uint32_t missing = lane.meeting.mask & ended; missing; missing &= missing - 1) {
      const Lane& other = first[std::countr_zero(missing)];
      // __syncwarp() waits for those that have not ended, whatever its mask says.
      if (other.linear < launch.threads && lane.meeting.op != WarpOp::sync) {
        remarks.add(lane.meeting.at.pc(), [finding = explain_ended_lane(lane, other)] { return finding; });
        break;
      }
    }
  }
  exchange(first, group);
  end_wait({warp * warp_lanes, group, false});
  for (std::uint32_t left = group; left; left &= left - 1) {
    Lane& lane = first[std::countr_zero(left)];
    lockstep.keep_done(lane, lane.meeting.at);
    if (lane.meeting.op == WarpOp::copies) done_waiting(lane);
    if (!rewind(lane)) return false;
  }
  scheduler.run(first, group);
  return true;
}

// All lanes of the block that have not ended wait at a barrier: at the same one? And has none gone round it? Those that
// returned in front of it are no error: a GPU waits for threads that have not ended, and for no others. One that took
// another way, and came to the kernel's end there, a GPU may let go as well, or not: tests/simt/programs/barrier_around.cu.
void Worker::check_barrier() {
  const Lane* waiting = nullptr;
  for (const Lane& lane : lanes)
    if (lane.state == LaneState::barrier) {
      waiting = &lane;
      break;
    }
  if (!waiting) return;
  const std::uint64_t pc = waiting->meeting.at.pc();
  const Lane* ended = nullptr;
  bool wrong = false;
  for (unsigned i = 0; i < launch.threads && !wrong; ++i) {
    Lane& lane = lanes[i];
    wrong = waits_for_blocks(lane.state);
    if (lane.state == LaneState::barrier && lane.meeting.at.where != waiting->meeting.at.where) {
      // A compiler may copy a barrier; what counts is the one in the source.
      const Location here = locate(lane.meeting.at.pc()), there = locate(pc);
      wrong = here.line != there.line || here.file != there.file;
    }
    if (lane.state == LaneState::finished && !std::exchange(lane.excused, true)) {
      wrong = !has_returned(lane);
      if (!ended) ended = &lane;
    }
    if (wrong) remarks.add(pc, [finding = explain_barrier(*waiting, lane)] { return finding; });
  }
  if (!wrong && ended) remarks.add(~pc, [finding = explain_early_end(*waiting, *ended)] { return finding; });
}

bool Lockstep::has_gone_round(const Lane& lane, const Lane& waiting) {
  if (!lane.done_at) return false;
  Position done, barrier;
  const auto stand = [&](Position& here, const Position& from, Event at) {
    here.assign(from), here.loops.resize(loops_still_in(here, at));
  };
  stand(done, *lane.done_at, lane.done);
  stand(barrier, *waiting.position, waiting.meeting.at);
  std::size_t id = 0, ib = 0;
  for (std::size_t depth = 1; depth <= done.calls.size() && depth <= barrier.calls.size() &&
                              done.calls[depth - 1].from == barrier.calls[depth - 1].from;
      ++depth) {
    while (id < done.loops.size() && done.loops[id].depth < depth) ++id;
    while (ib < barrier.loops.size() && barrier.loops[ib].depth < depth) ++ib;
    for (; id < done.loops.size() && ib < barrier.loops.size() && done.loops[id].depth == depth &&
           barrier.loops[ib].depth == depth && done.loops[id].loop == barrier.loops[ib].loop;
        ++id, ++ib)
      if (done.loops[id].rounds != barrier.loops[ib].rounds) return done.loops[id].rounds > barrier.loops[ib].rounds;
    const std::uint64_t address_done = place_in(done, lane.done, depth),
                        address_barrier = place_in(barrier, waiting.meeting.at, depth);
    if (address_done == address_barrier) continue;
    const FlowPlace &place_done = place_of(address_done), &place_barrier = place_of(address_barrier);
    if (place_done.flow != place_barrier.flow || !place_done.block || !place_barrier.block ||
        place_done.block == place_barrier.block)
      return address_done > address_barrier;
    // Another branch, which ends by itself, is not behind it.
    return place_barrier.flow->leads(*place_barrier.block, *place_done.block);
  }
  return false;
}

}  // namespace simt

using namespace simt;

extern "C" {
std::uint64_t simt_warp(int op, unsigned mask, std::uint64_t value, int parameter, int width) noexcept {
  Lane* lane = current_lane;
  if (!lane) return 0;
  lane->meeting = {WarpOp(op), mask, value, parameter, width, {std::uint64_t(__builtin_return_address(0))}};
  suspend(*lane, LaneState::warp);
  return lane->meeting.value;
}
unsigned simt_lane() noexcept { return current_lane ? current_lane->index() : 0; }
}
