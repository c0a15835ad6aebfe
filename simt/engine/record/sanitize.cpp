// SIMT_SANITIZE=1: a program that sanitizes itself, for whoever runs many of them (ctest).
//
// All checkers are on; what they find is said on stderr as soon as its launch has ended, and the program's status is 1.

#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "simt/engine/record/record.hpp"
#include "simt/simt.hpp"

namespace simt {
namespace {

std::string place(const Location& where) {
  if (where.file.empty()) return "";
  return where.file + ":" + (where.line ? std::to_string(where.line) + ":" : "") + " ";
}

int findings_said = 0;

}  // namespace

bool sanitizes() {
  static const bool asked = [] {
    const char* value = std::getenv("SIMT_SANITIZE");
    return value && *value && std::string_view(value) != "0";
  }();
  return asked;
}

void say_finding(const Finding& finding) {
  if (!sanitizes()) return;
  // As ./course sanitize has it: the same at the same place is said once.
  static auto& said = *new std::set<std::string>;
  const Location &here = finding.where, &other = finding.other;
  std::string text = place(here) + (finding.note ? "note: " : "error: ") + to_string(finding.kind) +
                     (finding.memory.empty() ? "" : " (" + finding.memory + " memory)") + ": ";
  if (!said.insert(text + finding.kernel + (finding.note ? "" : place(other)) + (here.line ? "" : finding.message))
          .second)
    return;
  findings_said += !finding.note;
  text += finding.message + (finding.kernel.empty() ? "" : " [" + finding.kernel + "]") + "\n";
  if (other.line && (other.line != here.line || other.file != here.file))
    text +=
        place(other) + "note: the other " + (finding.kind == FindingKind::barrier ? "thread" : "access") + " is here\n";
  std::fputs(text.c_str(), stderr);
}

void end_sanitized() {
  if (!sanitizes() || (launches_as_they_are().empty() && !findings_said)) return;
  const std::string found = findings_said ? std::to_string(findings_said) : "no";
  std::fprintf(stderr, "simt: %s finding%s in %zu launch%s\n", found.c_str(), findings_said == 1 ? "" : "s",
      launches_as_they_are().size(), launches_as_they_are().size() == 1 ? "" : "es");
  if (!findings_said) return;
  std::fflush(nullptr);
  std::quick_exit(1);
}

}  // namespace simt
