// What bounds each kernel: how busy ncu finds the issue slots, the pipes, the caches and the memory; traffic of local memory.
// Run: ./course bench entropy --experiment limits
#include <cstdlib>

#include "harness/experiment.hpp"
#include "tests/common/ncu.hpp"
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
    {"constant_loads", "smsp__inst_executed_op_ldc.sum"},
    {"constant_requests", "idc__requests.sum"},
    {"texture_loads", "smsp__inst_executed_op_texture.sum"},
    {"texture_sectors", "l1tex__t_sectors_pipe_tex_mem_texture.sum"},
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

// What the others are measured beside: 16 bytes a thread, and nothing but moving them.
__global__ void copy_kernel(float4* out, const float4* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}

void copy(float* out, const float* in, int rows, int cols) {
  const int count = rows * cols / 4;
  copy_kernel<<<(count - 1) / 256 + 1, 256>>>(
      reinterpret_cast<float4*>(out), reinterpret_cast<const float4*>(in), count);
}

std::vector<GpuVersion> launched() {
  std::vector<GpuVersion> all = gpu_versions;
  all.push_back({"copy", copy});
  return all;
}

// One launch, for ncu to look at.
int launch(const std::string& version) {
  float *in = nullptr, *out = nullptr;
  std::vector<float> cells(std::size_t(side) * side);
  fill_random(cells.data(), side, side);
  if (cudaMalloc(&in, cells.size() * sizeof(float)) != cudaSuccess ||
      cudaMalloc(&out, cells.size() * sizeof(float)) != cudaSuccess)
    return 1;
  cudaMemcpy(in, cells.data(), cells.size() * sizeof(float), cudaMemcpyHostToDevice);
  for (const GpuVersion& one : launched())
    if (one.name == version) one.filter(out, in, side, side);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}

void find_limits(harness::Rows& rows) {
  std::vector<std::string> names;
  for (const Metric& metric : metrics) names.push_back(metric.name);
  for (const GpuVersion& version : launched()) {
    std::map<std::string, double> counted;
    if (!harness::dry_run())
      counted = count_with_ncu("ENTROPY_VERSION=" + std::string(version.name), "entropy|copy", names);
    harness::Rows::Row row = {{"version", version.name}, {"rows", side}, {"cols", side}};
    for (const Metric& metric : metrics) row.push_back({metric.column, counted[metric.name]});
    rows.add(row);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (const char* const version = std::getenv("ENTROPY_VERSION")) return launch(version);
  return harness::run_experiment(argc, argv,
      "ncu --clock-control none, one launch a version; shares in per cent of the peak, stalled warps a cycle that "
      "issues; copy: 16 bytes a thread",
      find_limits);
}
