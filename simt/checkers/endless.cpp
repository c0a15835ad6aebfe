// Explains a launch that was stopped because one thread went on and on.
#include "simt/checkers/checkers.hpp"

namespace simt {

Finding explain_endless(const Lane& lane, std::uint64_t pc) {
  Finding finding;
  finding.kind = FindingKind::timeout;
  finding.where = locate(pc);
  finding.message = name_thread(lane) + " and its warp made more than " +
                    std::to_string(lane.worker->launch.operation_limit) + " steps and were stopped" +
                    name_place(finding.where) + ": a loop that never ends?";
  return finding;
}

}  // namespace simt
