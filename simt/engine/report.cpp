// The record as JSON, with the counters under Nsight Compute's names.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "simt/engine/record.hpp"

namespace simt {
namespace {

using nlohmann::ordered_json;

ordered_json dim(const Dim& d) { return {d.x, d.y, d.z}; }

ordered_json finding_json(const Finding& finding) {
  ordered_json out = {{"kind", finding.kind}, {"memory", finding.memory}, {"message", finding.message}, {"file", finding.where.file},
          {"line", finding.where.line}, {"kernel", finding.kernel}, {"block", dim(finding.block)}, {"thread", dim(finding.thread)}};
  if (finding.other.line) out["other"] = {{"file", finding.other.file}, {"line", finding.other.line}};
  return out;
}

ordered_json findings_json(const std::vector<Finding>& findings, bool notes = false) {
  ordered_json all = ordered_json::array();
  for (const Finding& finding : findings)
    if (finding.note == notes) all.push_back(finding_json(finding));
  return all;
}

ordered_json site_json(const Site& site) {
  const Counters& c = site.counters;
  ordered_json out = {{"file", site.where.file}, {"line", site.where.line}, {"function", site.where.function}, {"space", to_string(site.space)},
                      {"op", to_string(site.op)}, {"width", site.bytes}, {"requests", c.requests}, {"lanes", c.lanes}, {"bytes", c.bytes}};
  if (site.space == Space::shared) out.update({{"wavefronts", c.wavefronts}, {"ideal_wavefronts", c.ideal_wavefronts}});
  else out.update({{"sectors", c.sectors}, {"ideal_sectors", c.ideal_sectors}});
  return out;
}

ordered_json launches_json(const std::vector<Launch>& launches) {
  ordered_json out = ordered_json::array();
  for (const Launch& launch : launches) {
    ordered_json numbers, sites = ordered_json::array();
    for (const auto& [name, value] : metrics(launch)) numbers[name] = value;
    for (const Site& site : launch.sites) sites.push_back(site_json(site));
    out.push_back({{"kernel", launch.kernel}, {"grid", dim(launch.grid)}, {"block", dim(launch.block)},
                   {"dynamic_shared_bytes", launch.dynamic_shared_bytes}, {"metrics", numbers}, {"sites", sites},
                   {"findings", findings_json(launch.findings)}});
  }
  return out;
}

// Written when the program ends, however main returned.
struct ReportAtExit {
  ~ReportAtExit() {
    const char* path = std::getenv("SIMT_REPORT");
    if (!path || !*path) return;
    if (!(std::ofstream(path) << report_json() << '\n').flush()) std::fprintf(stderr, "simt: cannot write the report to %s\n", path);
  }
} report_at_exit;

}  // namespace

std::vector<std::pair<std::string, std::uint64_t>> metrics(const Launch& launch) {
  std::vector<std::pair<std::string, std::uint64_t>> all;
  constexpr std::pair<Op, const char*> ops[] = {{Op::load, "ld"}, {Op::store, "st"}, {Op::red, "red"}, {Op::atom, "atom"}};
  Counters global, shared;
  for (const auto& [op, suffix] : ops) {
    const Counters sum = launch.total(Space::global, op);
    all.emplace_back(std::string("l1tex__t_requests_pipe_lsu_mem_global_op_") + suffix + ".sum", sum.requests);
    all.emplace_back(std::string("l1tex__t_sectors_pipe_lsu_mem_global_op_") + suffix + ".sum", sum.passed_sectors);
    global += sum;
    shared += launch.total(Space::shared, op);
  }
  all.emplace_back("memory_l2_theoretical_sectors_global", global.sectors);
  all.emplace_back("memory_l2_theoretical_sectors_global_ideal", global.ideal_sectors);
  all.emplace_back("memory_l1_tag_requests_global", global.tags);
  all.emplace_back("memory_l1_wavefronts_shared", shared.wavefronts);
  all.emplace_back("memory_l1_wavefronts_shared_ideal", shared.ideal_wavefronts);
  return all;
}

std::string to_json(const std::vector<Launch>& launches) { return launches_json(launches).dump(1); }

std::string report_json() { return ordered_json{{"launches", launches_json(launches())}, {"findings", findings_json(findings())}, {"notes", findings_json(notes(), true)}}.dump(1); }

}  // namespace simt
