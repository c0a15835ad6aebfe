// The record as JSON, with the counters under Nsight Compute's names.
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
#include <nlohmann/json.hpp>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/record/record.hpp"
#include "simt/simt.hpp"

namespace simt {
namespace {

using nlohmann::ordered_json;

ordered_json dim(const Dim& d) { return {d.x, d.y, d.z}; }

ordered_json finding_json(const Finding& finding) {
  ordered_json out = {{"kind", to_string(finding.kind)}, {"memory", finding.memory}, {"message", finding.message},
      {"file", finding.where.file}, {"line", finding.where.line}, {"kernel", finding.kernel},
      {"block", dim(finding.block)}, {"thread", dim(finding.thread)}};
  if (finding.other.line) out["other"] = {{"file", finding.other.file}, {"line", finding.other.line}};
  return out;
}

ordered_json findings_json(const std::vector<Finding>& findings, bool notes = false) {
  ordered_json all = ordered_json::array();
  for (const Finding& finding : findings)
    if (finding.note == notes) all.push_back(finding_json(finding));
  return all;
}

// What each lane asked for; null where a lane takes no part.
ordered_json sample_json(const Sample& sample) {
  ordered_json offsets = ordered_json::array();
  for (int lane = 0; lane < int(warp_lanes); ++lane)
    offsets.push_back(sample.active >> lane & 1 ? ordered_json(sample.offset[std::size_t(lane)]) : ordered_json());
  return {{"block", sample.block}, {"warp", sample.warp}, {"allocation", sample.allocation},
      {"allocation_bytes", sample.allocation_bytes}, {"offsets", offsets}};
}

ordered_json site_json(const Site& site) {
  const Counters& c = site.counters;
  ordered_json out = {{"file", site.where.file}, {"line", site.where.line}, {"function", site.where.function},
      {"space", to_string(site.space)}, {"op", to_string(site.op)}, {"width", site.bytes}, {"requests", c.requests},
      {"lanes", c.lanes}, {"bytes", c.bytes}};
  if (site.space == Space::shared || site.space == Space::constant)
    out.update({{"wavefronts", c.wavefronts}, {"ideal_wavefronts", c.ideal_wavefronts}});
  else out.update({{"sectors", c.sectors}, {"ideal_sectors", c.ideal_sectors}, {"passed_sectors", c.passed_sectors}});
  if (site.fused_bytes)
    out["fused"] = {{"width", site.fused_bytes}, {"wavefronts", site.fused_wavefronts},
        {"ideal_wavefronts", site.fused_ideal_wavefronts}};
  out["sample"] = sample_json(site.sample);
  return out;
}

ordered_json launch_json(const Launch& launch) {
  ordered_json numbers, sites = ordered_json::array(), arrays = ordered_json::array();
  for (const auto& [name, value] : metrics(launch)) numbers[name] = value;
  for (const Site& site : launch.sites) sites.push_back(site_json(site));
  for (const PrivateArray& array : launch.private_arrays)
    arrays.push_back({{"name", array.name}, {"elements", array.elements}, {"element_bytes", array.element_bytes}});
  ordered_json out = {{"kernel", launch.kernel}, {"grid", dim(launch.grid)}, {"block", dim(launch.block)}};
  if (launch.cluster != Dim{}) out["cluster"] = dim(launch.cluster);
  out.update({{"dynamic_shared_bytes", launch.dynamic_shared_bytes}, {"private_arrays", arrays}, {"metrics", numbers},
      {"sites", sites}, {"findings", findings_json(launch.findings)}, {"notes", findings_json(launch.findings, true)}});
  return out;
}

ordered_json launches_json(const std::vector<Launch>& launches) {
  ordered_json out = ordered_json::array();
  for (const Launch& launch : launches) out.push_back(launch_json(launch));
  return out;
}

// Names of files and kernels are bytes; what is no UTF-8 in them must not end the program.
std::string text(const ordered_json& value, int indent = 1) {
  return value.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

// A line is one write to a file opened for appending: whole or not there, whatever ends the program next.
void write_journal(const char* key, const ordered_json& value) {
  static const pid_t owner = getpid();
  static const int file = [] {
    const char* path = std::getenv("SIMT_JOURNAL");
    return path && *path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
  }();
  if (file < 0 || getpid() != owner) return;
  const std::string line = text({{key, value}}, -1) + "\n";
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t now = write(file, line.data() + done, line.size() - done);
    if (now < 0 && errno != EINTR) return;
    if (now > 0) done += std::size_t(now);
  }
}

// The journal begins before main; the report is written when the program ends, however main returned.
struct ReportAtExit {
  ReportAtExit() { write_journal("begin", {}); }
  ~ReportAtExit() {
    set_stream_order(StreamOrder::immediate);  // what is left to be done
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
  if (keeps_journal())
    write_journal("start", {{"kernel", launch.kernel}, {"grid", dim(launch.grid)}, {"block", dim(launch.block)}});
}

void journal_launch(const Launch& launch) {
  for (const Finding& finding : launch.findings) say_finding(finding);
  if (keeps_journal()) write_journal("launch", launch_json(launch));
}

void journal_end() {
  if (keeps_journal()) write_journal("end", {});
}

void journal_finding(const Finding& finding) {
  say_finding(finding);
  if (keeps_journal()) write_journal("finding", finding_json(finding));
}

void journal_source(const std::string& name, const std::string& text) {
  if (keeps_journal()) write_journal("source", {{"file", name}, {"text", text}});
}

std::vector<std::pair<std::string, std::uint64_t>> metrics(const Launch& launch) {
  std::vector<std::pair<std::string, std::uint64_t>> all;
  constexpr std::pair<Op, const char*> ops[] = {
      {Op::load, "ld"}, {Op::store, "st"}, {Op::red, "red"}, {Op::atom, "atom"}};
  Counters global;
  const Counters texture = launch.total(Space::texture, Op::load);
  for (const auto& [op, suffix] : ops) {
    const Counters sum = launch.total(Space::global, op);
    all.emplace_back(std::string("l1tex__t_requests_pipe_lsu_mem_global_op_") + suffix + ".sum", sum.requests);
    all.emplace_back(std::string("l1tex__t_sectors_pipe_lsu_mem_global_op_") + suffix + ".sum", sum.passed_sectors);
    global += sum;
  }
  // The hardware makes no difference between atomics whose result is used there and others.
  for (const auto& [op, suffix] : ops) {
    if (launch.cluster == Dim{} || op == Op::red) continue;
    Counters sum = launch.total(Space::cluster, op);
    if (op == Op::atom) sum += launch.total(Space::cluster, Op::red);
    all.emplace_back(std::string("l1tex__t_requests_pipe_lsu_mem_dshared_op_") + suffix + ".sum", sum.requests);
    all.emplace_back(std::string("l1tex__t_sectors_pipe_lsu_mem_dshared_op_") + suffix + ".sum", sum.passed_sectors);
  }
  std::uint64_t wavefronts = 0, ideal_wavefronts = 0;
  for (const Site& site : launch.sites)
    if (site.space == Space::shared)
      wavefronts += site.fused_wavefronts, ideal_wavefronts += site.fused_ideal_wavefronts;
  all.emplace_back("memory_l2_theoretical_sectors_global", global.sectors);
  all.emplace_back("memory_l2_theoretical_sectors_global_ideal", global.ideal_sectors);
  all.emplace_back("memory_l1_tag_requests_global", global.tags);
  all.emplace_back("memory_l1_wavefronts_shared", wavefronts);
  all.emplace_back("memory_l1_wavefronts_shared_ideal", ideal_wavefronts);
  all.emplace_back("smsp__inst_executed_op_texture.sum", texture.requests);
  all.emplace_back("l1tex__t_requests_pipe_tex_mem_texture.sum", texture.wavefronts);
  // In which bytes the texels of an array lie only the hardware knows: then there is no number, which 0 would be.
  const auto is_opaque = [](const Site& site) {
    return site.space == Space::texture && site.counters.requests && !site.counters.sectors;
  };
  if (std::none_of(launch.sites.begin(), launch.sites.end(), is_opaque))
    all.emplace_back("l1tex__t_sectors_pipe_tex_mem_texture.sum", texture.sectors);
  return all;
}

std::string report_json() {
  return text(ordered_json{{"launches", launches_json(launches_as_they_are())},
      {"findings", findings_json(findings_as_they_are())}, {"notes", findings_json(notes(), true)}});
}

}  // namespace simt
