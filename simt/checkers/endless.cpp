// Explains a launch that was stopped because one thread went on and on.
#include "simt/checkers/checkers.hpp"

namespace simt {

Finding explain_endless(const Lane& lane) {
  Finding finding;
  finding.kind = "timeout";
  finding.where = locate(lane.next[-1].pc());
  finding.message = name_thread(lane) + " made more than " + std::to_string(lane.worker->launch.operation_limit) +
                    " steps and was stopped" + name_place(finding.where) + ": a loop that never ends?";
  return finding;
}

}  // namespace simt
