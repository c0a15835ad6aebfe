// What bounds each kernel: how busy ncu finds the issue slots, the pipes, the caches and the memory; traffic of local memory.
// Run: ./course bench entropy --experiment limits
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>

#include "harness/experiment.hpp"
#include "tests/05-entropy/gpu_versions.cuh"
#include "tests/05-entropy/sample_cells.hpp"

namespace {

using namespace experiments;

constexpr int side = 10240;

struct Metric {
  const char *column, *name;
};
// Shares of the peak in per cent, or sums.
constexpr Metric metrics[] = {
    {"instructions", "sm__inst_executed.sum"},
    {"issue", "sm__inst_issued.avg.pct_of_peak_sustained_active"},
    {"alu", "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active"},
    {"fma", "sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active"},
    {"fp64", "sm__inst_executed_pipe_fp64.avg.pct_of_peak_sustained_active"},
    {"xu", "sm__inst_executed_pipe_xu.avg.pct_of_peak_sustained_active"},
    {"lsu", "sm__inst_executed_pipe_lsu.avg.pct_of_peak_sustained_active"},
    {"l1", "l1tex__throughput.avg.pct_of_peak_sustained_active"},
    {"l1_data", "l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_active"},
    {"l2", "lts__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"dram", "dram__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"dram_read_bytes", "dram__bytes_read.sum"},
    {"dram_write_bytes", "dram__bytes_write.sum"},
    {"local_load_requests", "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum"},
    {"local_store_requests", "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum"},
    {"local_load_sectors", "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"},
    {"local_store_sectors", "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"},
    {"active_warps", "sm__warps_active.avg.pct_of_peak_sustained_active"},
    {"registers", "launch__registers_per_thread"},
    {"long_scoreboard", "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio"},
    {"short_scoreboard", "smsp__average_warps_issue_stalled_short_scoreboard_per_issue_active.ratio"},
    {"math_throttle", "smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio"},
    {"lg_throttle", "smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio"},
    {"mio_throttle", "smsp__average_warps_issue_stalled_mio_throttle_per_issue_active.ratio"},
    {"imc_miss", "smsp__average_warps_issue_stalled_imc_miss_per_issue_active.ratio"},
    {"wait", "smsp__average_warps_issue_stalled_wait_per_issue_active.ratio"},
};

// One launch, for ncu to look at.
int launch(const std::string& version) {
  float *in = nullptr, *out = nullptr;
  std::vector<float> cells(std::size_t(side) * side);
  fill_random(cells.data(), side, side);
  if (cudaMalloc(&in, cells.size() * sizeof(float)) != cudaSuccess || cudaMalloc(&out, cells.size() * sizeof(float)) != cudaSuccess) return 1;
  cudaMemcpy(in, cells.data(), cells.size() * sizeof(float), cudaMemcpyHostToDevice);
  for (const GpuVersion& one : gpu_versions)
    if (one.name == version) one.filter(out, in, side, side);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> found;
  for (std::size_t begin = line.find('"'); begin != std::string::npos;) {
    const std::size_t end = line.find('"', begin + 1);
    found.push_back(line.substr(begin + 1, end - begin - 1));
    begin = end == std::string::npos ? end : line.find('"', end + 1);
  }
  return found;
}

// ncu's raw page as CSV: a header, a line of units, a line a launch.
std::map<std::string, std::string> look_at(const std::string& version) {
  std::array<char, 4096> self{};
  if (readlink("/proc/self/exe", self.data(), self.size() - 1) < 0) throw std::runtime_error("who am I?");
  std::string names;
  for (const Metric& metric : metrics) names += (names.empty() ? "" : ",") + std::string(metric.name);
  const std::string command = "ENTROPY_VERSION=" + version + " ncu --clock-control none --csv --page raw --print-units base --kernel-name regex:entropy" +
                              " --launch-count 1 --metrics " + names + " '" + self.data() + "' 2>&1";
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot start ncu");
  std::vector<std::vector<std::string>> lines;
  std::string said;
  for (std::array<char, 16384> line; std::fgets(line.data(), int(line.size()), pipe);) {
    if (line[0] == '"') lines.push_back(fields(line.data()));
    else said = line.data();
  }
  pclose(pipe);
  if (lines.size() < 3) throw std::runtime_error("ncu counted nothing: " + said);
  std::map<std::string, std::string> counted;
  for (std::size_t i = 0; i < lines[0].size() && i < lines[2].size(); ++i) counted[lines[0][i]] = lines[2][i];
  return counted;
}

void find_limits(harness::Rows& rows) {
  for (const GpuVersion& version : gpu_versions) {
    const auto counted = harness::dry_run() ? std::map<std::string, std::string>() : look_at(version.name);
    harness::Rows::Row row = {{"version", version.name}, {"rows", side}, {"cols", side}};
    for (const Metric& metric : metrics) {
      std::string value = "0";
      if (!harness::dry_run()) {
        const auto found = counted.find(metric.name);
        if (found == counted.end()) throw std::runtime_error(std::string("ncu has no ") + metric.name);
        value.clear();
        for (const char c : found->second)
          if (c != ',') value += c;
      }
      row.push_back({metric.column, std::stod(value)});
    }
    rows.add(row);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (const char* const version = std::getenv("ENTROPY_VERSION")) return launch(version);
  return harness::run_experiment(argc, argv, "ncu --clock-control none, one launch a version; shares in per cent of the peak, stalled warps a cycle that issues", find_limits);
}
