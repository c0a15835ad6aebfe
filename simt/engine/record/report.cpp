// The record as JSON, in files.
//
// SIMT_REPORT names a file for the whole, written when the program ends. SIMT_JOURNAL names one that grows as the program
// runs, a line of JSON for everything that happens: what a program that crashes, hangs or calls _exit leaves behind.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/record/record.hpp"
#include "simt/engine/streams/timeline.hpp"
#include "simt/record_json.hpp"
#include "simt/simt.hpp"

namespace simt {
namespace {

// A line is one write to a file opened for appending: whole or not there, whatever ends the program next.
void write_journal(std::string line) {
  static const pid_t owner = getpid();
  static const int file = [] {
    const char* path = std::getenv("SIMT_JOURNAL");
    return path && *path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
  }();
  if (file < 0 || getpid() != owner) return;
  line += '\n';
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t now = write(file, line.data() + done, line.size() - done);
    if (now < 0 && errno != EINTR) return;
    if (now > 0) done += std::size_t(now);
  }
}

// The journal begins before main; the report is written when the program ends, however main returned.
struct ReportAtExit {
  ReportAtExit() { write_journal(begin_line()); }
  ~ReportAtExit() {
    defer_work(false);  // what is left to be done
    tell_program_ends();
    const char* path = std::getenv("SIMT_REPORT");
    if (path && *path && !(std::ofstream(path) << report_json() << '\n').flush())
      std::fprintf(stderr, "simt: cannot write the report to %s\n", path);
    end_sanitized();
  }
} report_at_exit;

}  // namespace

static bool keeps_journal() {
  static const char* path = std::getenv("SIMT_JOURNAL");
  return path && *path;
}

void journal_start(const Launch& launch) {
  if (keeps_journal()) write_journal(start_line(launch));
}

void journal_launch(const Launch& launch) {
  for (const Finding& finding : launch.findings) say_finding(finding);
  if (keeps_journal()) write_journal(launch_line(launch));
}

void journal_end() {
  if (keeps_journal()) write_journal(end_line());
}

void journal_finding(const Finding& finding) {
  say_finding(finding);
  if (keeps_journal()) write_journal(finding_line(finding));
}

void journal_source(const std::string& name, const std::string& text) {
  if (keeps_journal()) write_journal(source_line(name, text));
}

std::string report_json() { return report_text(launches_as_they_are(), findings_as_they_are(), notes()); }

}  // namespace simt
