// What findings say about asynchronous copies and the barrier objects that count them.
#include "simt/checkers/checkers.hpp"
#include "simt/checkers/pending_copies.hpp"

namespace simt {

namespace {

constexpr const char* not_waited_for = "no commit has come behind it and no barrier counts it, so no wait is for it";

}  // namespace

std::string stage_of(const Worker& worker, const CopyStage& stage) {
  if (stage.object)
    return "phase " + std::to_string(stage.phase) + " of the barrier in " + name_memory(worker, stage.object);
  return (stage.bulk ? "bulk group " : "commit group ") + std::to_string(stage.group);
}

std::string why_pending(const Worker& worker, const AsyncCopy& copy, const CommitGroups& groups, bool own) {
  const std::string stage = stage_of(worker, copy);
  if (copy.object) return "it belongs to " + stage + ", for which nobody has waited yet";
  if (!copy.committed) return not_waited_for;
  std::string why = "it is in its thread's " + stage + " (the first is 0), and that thread has waited for ";
  if (!groups.waited) why += "none so far";
  else if (groups.waited == 1) why += "group 0 only";
  else why += "groups 0 to " + std::to_string(groups.waited - 1) + " only";
  return own ? why : why + "; for others a barrier must follow its wait";
}

Finding explain_left_copy(const Worker& worker, const AsyncCopy& copy, bool writes) {
  Finding finding;
  finding.kind = FindingKind::sync;
  finding.kernel = worker.launch.kernel;
  const uint3 block = block_of(worker.launch.grid, copy.block);
  finding.block = {block.x, block.y, block.z};
  const Lane& lane = worker.lanes[copy.thread];
  finding.thread = {lane.thread.x, lane.thread.y, lane.thread.z};
  finding.memory = "shared";
  finding.where = locate_use(copy.place);
  const std::uint64_t inside = writes ? copy.to : copy.from;
  const std::string ends = name_thread(worker.launch, worker.block, {});
  finding.message = name_thread(worker.launch, block, lane.thread) + " has begun a bulk copy" +
                    name_place(finding.where) + ", and " +
                    (copy.block == worker.block_index ? "the block" : ends.substr(0, ends.find(", thread"))) +
                    " ends while it may still " + (writes ? "write " : "read ") + name_memory(worker, inside) + ": ";
  if (copy.object) finding.message += why_pending(worker, copy, {}, true);
  else if (!copy.committed) finding.message += not_waited_for;
  else finding.message += "its thread has not waited for its " + stage_of(worker, copy);
  return finding;
}

}  // namespace simt
