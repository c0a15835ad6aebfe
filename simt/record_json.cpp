// Launches and findings as JSON, with the counters under Nsight Compute's names.
#include "simt/record_json.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "simt/include/simt/h200.h"
#include "simt/simt.hpp"

namespace simt {

using nlohmann::ordered_json;

const char* to_string(Space space) {
  constexpr const char* names[] = {
      "global", "shared", "local", "constant", "texture", "cluster", "bulk", "bulk cluster"};
  return names[int(space)];
}
const char* to_string(Op op) {
  return op == Op::load ? "load" : op == Op::store ? "store" : op == Op::red ? "red" : "atom";
}

ordered_json dim(const Dim& d) { return {d.x, d.y, d.z}; }

ordered_json finding_json(const Finding& finding) {
  ordered_json out = {{"kind", to_string(finding.kind)}, {"memory", finding.memory}, {"message", finding.message},
      {"file", finding.where.file}, {"line", finding.where.line}, {"kernel", finding.kernel},
      {"block", dim(finding.block)}, {"thread", dim(finding.thread)}};
  if (finding.other.line) out["other"] = {{"file", finding.other.file}, {"line", finding.other.line}};
  return out;
}

ordered_json findings_json(const std::vector<Finding>& findings, bool notes) {
  ordered_json all = ordered_json::array();
  for (const Finding& finding : findings)
    if (finding.note == notes) all.push_back(finding_json(finding));
  return all;
}

namespace {

// What each lane asked for; null where a lane takes no part.
ordered_json sample_json(const Sample& sample) {
  ordered_json offsets = ordered_json::array();
  for (int lane = 0; lane < int(warp_lanes); ++lane)
    offsets.push_back(sample.active >> lane & 1 ? ordered_json(sample.offset[std::size_t(lane)]) : ordered_json());
  return {{"block", sample.block}, {"warp", sample.warp}, {"allocation", sample.allocation},
      {"allocation_bytes", sample.allocation_bytes}, {"offsets", offsets}};
}

ordered_json site_json(const Site& site, bool caches) {
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
  if (caches && site.space == Space::global)
    out["caches"] = {{"l1_hits", site.found.l1_hits}, {"l2_sectors", site.found.l2_sectors},
        {"l2_hits", site.found.l2_hits}, {"filled", site.found.filled}};
  out["sample"] = sample_json(site.sample);
  return out;
}

// What L1, L2 and DRAM were asked for and had, by the model.
void add_found(const Launch& launch, std::vector<std::pair<std::string, std::uint64_t>>& all) {
  const caches::Found loads = launch.found(Op::load), stores = launch.found(Op::store);
  all.emplace_back("l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", loads.l1_hits);
  all.emplace_back("l1tex__t_sectors_pipe_lsu_mem_global_op_st_lookup_hit.sum", stores.l1_hits);
  all.emplace_back("lts__t_sectors_srcunit_tex_op_read.sum", loads.l2_sectors);
  all.emplace_back("lts__t_sectors_srcunit_tex_op_write.sum", stores.l2_sectors);
  all.emplace_back("lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum", loads.l2_hits);
  all.emplace_back("lts__d_sectors_fill_device.sum", launch.caches.dram_read_bytes / sector_bytes);
  all.emplace_back("dram__bytes_read.sum", launch.caches.dram_read_bytes);
  all.emplace_back("dram__bytes_write.sum", launch.caches.dram_written_bytes);
}

}  // namespace

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
  const auto by_bulk = [&](Space space, Op op, const char* name) {
    if (const Counters sum = launch.total(space, op); sum.requests) all.emplace_back(name, sum.sectors);
  };
  by_bulk(Space::bulk, Op::load, "l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum");
  by_bulk(Space::bulk, Op::store, "l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st.sum");
  by_bulk(Space::bulk_cluster, Op::store, "l1tex__m_l1tex2xbar_write_sectors_mem_dshared_op_tma_st.sum");
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
  if (!launch.caches.gpu.empty()) add_found(launch, all);
  return all;
}

ordered_json launch_json(const Launch& launch) {
  ordered_json numbers, sites = ordered_json::array(), arrays = ordered_json::array();
  for (const auto& [name, value] : metrics(launch)) numbers[name] = value;
  for (const Site& site : launch.sites) sites.push_back(site_json(site, !launch.caches.gpu.empty()));
  for (const PrivateArray& array : launch.private_arrays)
    arrays.push_back({{"name", array.name}, {"elements", array.elements}, {"element_bytes", array.element_bytes}});
  ordered_json out = {{"kernel", launch.kernel}, {"grid", dim(launch.grid)}, {"block", dim(launch.block)}};
  if (launch.cluster != Dim{}) out["cluster"] = dim(launch.cluster);
  if (launch.copies.copies)
    out["copies"] = {{"done", launch.copies.copies}, {"bytes", launch.copies.bytes},
        {"overlapped", launch.copies.overlapped}, {"accesses_between", launch.copies.between}};
  if (const ModelledCaches& caches = launch.caches; !caches.gpu.empty())
    out["caches"] = {{"gpu", caches.gpu}, {"measured", caches.measured}, {"blocks_per_multiprocessor", caches.blocks},
        {"l1_bytes", caches.l1_bytes}};
  out.update({{"dynamic_shared_bytes", launch.dynamic_shared_bytes}, {"private_arrays", arrays}, {"metrics", numbers},
      {"sites", sites}, {"findings", findings_json(launch.findings)}, {"notes", findings_json(launch.findings, true)}});
  return out;
}

namespace {

std::string text(const ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}
std::string line(const char* key, const ordered_json& value) { return text({{key, value}}, -1); }

}  // namespace

std::string report_text(
    const std::vector<Launch>& launches, const std::vector<Finding>& findings, const std::vector<Finding>& notes) {
  ordered_json all = ordered_json::array();
  for (const Launch& launch : launches) all.push_back(launch_json(launch));
  return text(
      {{"launches", std::move(all)}, {"findings", findings_json(findings)}, {"notes", findings_json(notes, true)}}, 1);
}

std::string begin_line() { return line("begin", {}); }
std::string start_line(const Launch& launch) {
  return line("start", {{"kernel", launch.kernel}, {"grid", dim(launch.grid)}, {"block", dim(launch.block)}});
}
std::string launch_line(const Launch& launch) { return line("launch", launch_json(launch)); }
std::string end_line() { return line("end", {}); }
std::string finding_line(const Finding& finding) { return line("finding", finding_json(finding)); }
std::string source_line(const std::string& file, const std::string& text) {
  return line("source", {{"file", file}, {"text", text}});
}

}  // namespace simt
