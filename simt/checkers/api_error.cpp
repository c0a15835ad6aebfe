// Finds calls of the runtime that failed and whose error nobody looked at: not at the call, and not later.
//
// Whether a call's answer is looked at stands in the machine code behind it. An error that was let go can still be
// asked for with cudaGetLastError or cudaPeekAtLastError; what is left when the program ends is reported.
#include <cstdio>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/runtime_api/calls.hpp"
#include "simt/engine/runtime_api/device.hpp"

namespace simt {
namespace {

struct Unseen {
  std::uint64_t pc;
  Finding finding;
};
std::mutex unseen_mutex;
// Never destroyed: it is read when the program ends.
std::vector<Unseen>& unseen = *new std::vector<Unseen>;
thread_local bool explained = false;  // the call that goes on has a finding already

}  // namespace

void call_is_explained() { explained = true; }

void say_refused(const std::string& message) {
  const std::lock_guard lock(unseen_mutex);
  static auto& said = *new std::set<std::string>;
  if (said.insert(message).second) std::fprintf(stderr, "simt: %s\n", message.c_str());
}

void note_error(cudaError_t error) {
  if (std::exchange(explained, false)) return;
  const CallSite site = calling_site();
  if (error == cudaErrorNotSupported)
    say_refused((site.function.empty() ? "a call" : site.function) +
                " asks for what the simulator does not have, and fails with cudaErrorNotSupported" +
                name_place(calling_place()));
  if (!site.pc || site.looks_at_result) return;
  const std::lock_guard lock(unseen_mutex);
  for (const Unseen& known : unseen)
    if (known.pc == site.pc) return;
  Finding finding;
  finding.kind = FindingKind::api_error;
  finding.where = calling_place();
  finding.message = site.function + " failed with " + cudaGetErrorName(error) + " (" + cudaGetErrorString(error) + ")" +
                    name_place(finding.where) +
                    ", and the program looks neither at what it returned nor at cudaGetLastError";
  unseen.push_back({site.pc, std::move(finding)});
}

void errors_were_seen() {
  const std::lock_guard lock(unseen_mutex);
  unseen.clear();
}

static void report_unseen_errors() {
  const std::lock_guard lock(unseen_mutex);
  for (Unseen& error : unseen) add_host_finding(std::move(error.finding));
  unseen.clear();
}

const CheckerKind api_error_checker{
    .name = "api_error", .when = CheckerKind::always, .program_ends = &report_unseen_errors};

}  // namespace simt
