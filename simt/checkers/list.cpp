// The list of checkers, and which of them are on.
#include <algorithm>
#include <cstdlib>
#include <mutex>

#include "simt/checkers/checker.hpp"
#include "simt/engine/memory/protected.hpp"
#include "simt/engine/record/record.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/engine/streams/timeline.hpp"
#include "simt/simt.hpp"

namespace simt {
namespace {

const CheckerKind* const kinds[] = {
#define SIMT_CHECKER(name) &name##_checker,
    SIMT_CHECKERS
#undef SIMT_CHECKER
};

void keep(const std::string& names) {
  const OpenSettings open;
  names.copy(open->checks, sizeof open->checks - 1);
  open->checks[std::min(names.size(), sizeof open->checks - 1)] = 0;
  open->checks_are_known = true;
}
std::string asked() {
  if (!settings.checks_are_known) {
    const char* const names = std::getenv("SIMT_CHECK");
    keep(names ? names : sanitizes() ? "all" : "");
  }
  return settings.checks;
}

bool is_asked_for(const CheckerKind& kind) {
  const std::string list = "," + asked() + ",";
  const auto has = [&](const std::string& name) { return list.find("," + name + ",") != std::string::npos; };
  return has(kind.name) || (kind.when == CheckerKind::in_all && has("all"));
}

}  // namespace

bool is_on(const CheckerKind& kind) { return kind.when == CheckerKind::always || is_asked_for(kind); }

bool any_watches() {
  for (const CheckerKind* kind : kinds)
    if (kind->watch && is_on(*kind)) return true;
  return false;
}

std::vector<std::unique_ptr<Checker>> make_checkers(Worker& worker) {
  std::vector<std::unique_ptr<Checker>> made;
  for (const CheckerKind* kind : kinds)
    if (kind->watch && is_on(*kind))
      if (auto checker = kind->watch(worker)) made.push_back(std::move(checker));
  return made;
}

void tell_program_ends() {
  for (const CheckerKind* kind : kinds)
    if (kind->program_ends && is_on(*kind)) kind->program_ends();
}

void set_checks(const std::string& names) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  keep(names);
  keep_timeline_as_asked();
}
std::string checks() { return asked(); }

}  // namespace simt
