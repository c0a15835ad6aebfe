// What launches leave behind: counters by source line, findings, traces.
#pragma once

#include <memory>
#include <vector>

#include "simt/engine/core/worker.hpp"
#include "simt/engine/record/settings.hpp"

namespace simt {

void add_launch(Launch&& launch);
// What launches() and findings() give (simt.hpp), whoever may have changed it.
const std::vector<Launch>& launches_as_they_are();
std::vector<Finding> findings_as_they_are();
void add_host_finding(Finding finding);
void note_copied(std::uint64_t Copied::* where, std::uint64_t bytes);
void note_small_copy(std::uint64_t bytes);  // one of less than a sector: a few are nobody's business
// report.cpp: lines of the journal (SIMT_JOURNAL), if one is kept.
void journal_start(const Launch& launch);
void journal_launch(const Launch& launch);
void journal_end();  // of a launch that is not kept
void journal_finding(const Finding& finding);
void journal_source(const std::string& name, const std::string& text);  // of a run-time program, which no file has
// sanitize.cpp: for SIMT_SANITIZE, nothing without it.
bool sanitizes();
void say_finding(const Finding& finding);
void end_sanitized();  // ends the program where anything was found
void collect_sites(const std::vector<std::unique_ptr<Worker>>& workers, Launch& launch);
// Of the blocks up to `last`: what later ones came to is chance when a launch was stopped.
void collect_findings(const std::vector<std::unique_ptr<Worker>>& workers, std::uint64_t last, Launch& launch);
void collect_trace(const Worker& worker, Launch& launch);
std::uint64_t operation_limit();
std::uint64_t clock_origin();
std::uint64_t clock_pace();
void traced_warp(std::uint64_t& block, unsigned& warp);

}  // namespace simt
