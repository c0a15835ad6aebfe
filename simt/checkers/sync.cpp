// Explains lanes that wait for others in vain: warp primitives, and the block's barrier.
#include <cstdio>

#include "simt/checkers/checkers.hpp"

namespace simt {
namespace {

std::string hexadecimal(std::uint32_t mask) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", mask);
  return text;
}

// What the lane is doing instead of coming.
std::string whereabouts(const Lane& lane) {
  switch (lane.state) {
    case LaneState::finished:
      return "has ended";
    case LaneState::barrier:
      return "waits at __syncthreads" + name_place(locate(lane.meeting.at.pc()));
    case LaneState::object:
      return "waits at an mbarrier" + name_place(locate_use(call_chain(lane, lane.meeting.at.pc())));
    case LaneState::grid:
      return "waits at grid.sync()" + name_place(locate(lane.meeting.at.pc()));
    case LaneState::cluster:
      return "waits at cluster.sync()" + name_place(locate(lane.meeting.at.pc()));
    default:
      return "waits for other lanes (mask " + hexadecimal(lane.meeting.mask) + ")" +
             name_place(locate(lane.meeting.at.pc()));
  }
}

Finding finding_of(FindingKind kind, const Lane& lane) { return finding_at(kind, lane, lane.meeting.at.pc()); }

// The last that is known of a lane that has ended.
Event where_it_went(const Lane& lane) { return lane.done_at ? lane.done : lane.last; }

}  // namespace

Finding explain_ended_lane(const Lane& waiting, const Lane& ended) {
  Finding finding = finding_of(FindingKind::sync, waiting);
  finding.message = name_thread(waiting) + " names lane " + std::to_string(ended.linear % warp_lanes) +
                    " in the mask " + hexadecimal(waiting.meeting.mask) + name_place(finding.where) +
                    ", but that lane (" + name_thread(ended) + ") has ended and never arrives";
  return finding;
}

Finding explain_deadlock(const Lane& lane, std::uint64_t) {
  Finding finding = finding_of(FindingKind::sync, lane);
  if (lane.state == LaneState::object) {
    finding.where = locate_use(call_chain(lane, lane.meeting.at.pc()));
    finding.message = name_thread(lane) + " " + whereabouts(lane) + ", for ever: " + lane.worker->what_is_missing(lane);
    return finding;
  }
  const Lane* const first = &lane.worker->lanes[lane.linear / warp_lanes * warp_lanes];
  const std::uint32_t mask = lane.meeting.mask;
  std::string why = "its own lane is not in the mask";
  if (mask >> lane.linear % warp_lanes & 1)
    for (unsigned i = 0; i < warp_lanes; ++i) {
      const Lane& other = first[i];
      if (!(mask >> i & 1) || other.state == LaneState::finished) continue;
      if (other.state == LaneState::warp && other.meeting.op == lane.meeting.op && other.meeting.mask == mask) continue;
      why = "lane " + std::to_string(i) + ", which it names, never arrives: it " + whereabouts(other);
      break;
    }
  finding.message = name_thread(lane) + " waits for the lanes in the mask " + hexadecimal(mask) +
                    name_place(finding.where) + ", for ever: " + why;
  return finding;
}

Finding explain_barrier(const Lane& waiting, const Lane& other) {
  Finding finding = finding_of(FindingKind::barrier, waiting);
  std::string instead = whereabouts(other);
  finding.other = locate(other.state == LaneState::finished ? where_it_went(other).pc() : other.meeting.at.pc());
  if (other.state == LaneState::finished && waiting.state == LaneState::barrier) {
    const std::string did =
        other.done.is_access() ? verb(other.done.kind()) + std::string(" memory") : "meets its warp";
    if (!other.done_at) instead = "goes another way";
    else if (other.worker->lockstep.has_gone_round(other, waiting)) instead = "goes round it, " + did + " behind it";
    else instead = "goes another way, last " + did;
    instead += name_place(finding.other) + ", and ends";
  }
  finding.message = name_thread(waiting) + " " + whereabouts(waiting) + ", but " + name_thread(other) + " " + instead +
                    ": every thread of the " +
                    (waits_for_blocks(waiting.state) ? "grid must come there" : "block must come to the same barrier");
  return finding;
}

Finding explain_early_end(const Lane& waiting, const Lane& ended) {
  Finding finding = finding_of(FindingKind::barrier, waiting);
  finding.note = true;
  finding.other = locate(ended.done.pc());
  finding.message = name_thread(waiting) + " " + whereabouts(waiting) + ", and " + name_thread(ended) +
                    " has returned without coming there" + name_place(finding.other) +
                    ": legal since Volta, where a barrier waits only for threads that have not ended; but what that "
                    "thread would have put into shared memory is not there";
  return finding;
}

Finding explain_missing_block(const Lane& waiting, std::uint64_t ended) {
  Finding finding = finding_of(FindingKind::barrier, waiting);
  const dim3& grid = waiting.worker->launch.grid;
  finding.message =
      name_thread(waiting) + " " + whereabouts(waiting) + ", for ever: block (" + std::to_string(ended % grid.x) + "," +
      std::to_string(ended / grid.x % grid.y) + (grid.z > 1 ? "," + std::to_string(ended / grid.x / grid.y) : "") +
      ") " + (waiting.state == LaneState::grid ? "has ended" : "waits elsewhere") + ", and every thread of the " +
      (waiting.state == LaneState::grid ? "grid" : "cluster") + " must come there";
  return finding;
}

Finding explain_reach(const Lane& lane, std::uint64_t pc, const std::string& what, const char* wrong) {
  Finding finding = finding_at(FindingKind::sync, lane, pc);
  finding.memory = "shared";
  finding.message = name_thread(lane) + " reaches " + what + name_place(finding.where) + wrong;
  return finding;
}

Finding explain_left(const Worker& worker, std::uint64_t pc) {
  Finding finding;
  finding.kind = FindingKind::sync;
  finding.memory = "shared";
  finding.kernel = worker.launch.kernel;
  finding.block = {worker.block.x, worker.block.y, worker.block.z};
  finding.where = locate(pc);
  const std::string thread = name_thread(worker.launch, worker.block, {});
  finding.message = thread.substr(0, thread.find(", thread")) +
                    " ends while another block of its cluster reaches its " + "shared memory" +
                    name_place(finding.where) + ": it must wait at a cluster.sync() behind that";
  return finding;
}

}  // namespace simt
