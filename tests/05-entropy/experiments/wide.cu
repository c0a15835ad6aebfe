// v15 in strips several warps wide, whose rows come by bulk copies, beside v15: every cell the same, times, and what ncu counts
// of a launch.
// Run: ./course bench entropy --experiment wide
#include <cstdlib>

#include "harness/experiment.hpp"
#include "tests/common/ncu.hpp"
#include "tests/05-entropy/gpu_versions.cuh"
#include "tests/05-entropy/sample_cells.hpp"
#include "tests/05-entropy/wide.cuh"

namespace {

void must(cudaError_t error, const char* what) {
  if (error != cudaSuccess) throw harness::DeviceError(std::string(what) + ": " + cudaGetErrorString(error));
}

// 16 bytes a thread.
__global__ void copy_kernel(float4* out, const float4* in, std::size_t count) {
  const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (i < count) out[i] = in[i];
}
void copy(float* out, const float* in, int rows, int cols) {
  const std::size_t count = std::size_t(rows) * std::size_t(cols) / 4;
  copy_kernel<<<unsigned((count + 255) / 256), 256>>>(
      reinterpret_cast<float4*>(out), reinterpret_cast<const float4*>(in), count);
}

void strips_of_128(float* out, const float* in, int rows, int cols) {
  whole_lines::entropy_whole_lines<false>(out, in, rows, cols, 64);
}

enum class Result { filtered, copied, none };
struct Way {
  const char* name;
  Entropy* run;
  Result result;
};
const Way ways[] = {
    {"a copy", copy, Result::copied},
    {"v15", solutions::v15::entropy_v15, Result::filtered},
    {"strips of 128, bands of 64 rows", strips_of_128, Result::filtered},
    {"8 warps wide, 1 row ahead", wide::entropy_wide<8, 1, 200, 0, false>, Result::filtered},
    {"8 warps wide", wide::entropy_wide<8, 2, 200, 0, false>, Result::filtered},
    {"8 warps wide, every other band upwards", wide::entropy_wide<8, 2, 200, 0, true>, Result::filtered},
    {"8 warps wide, low bands last", wide::entropy_wide<8, 2, 200, 40, false>, Result::filtered},
    {"8 warps wide, both", wide::entropy_wide<8, 2, 200, 40, true>, Result::filtered},
    {"8 warps wide, both, bands of 100 rows", wide::entropy_wide<8, 2, 100, 40, true>, Result::filtered},
    {"8 warps wide, both, bands of 60 rows", wide::entropy_wide<8, 2, 60, 40, true>, Result::filtered},
    {"4 warps wide, both, bands of 100 rows", wide::entropy_wide<4, 2, 100, 40, true>, Result::filtered},
    {"16 warps wide, both, bands of 100 rows", wide::entropy_wide<16, 2, 100, 40, true>, Result::filtered},
    {"32 warps wide, both, bands of 100 rows", wide::entropy_wide<32, 2, 100, 40, true>, Result::filtered},
    {"nothing moves", wide::entropy_wide<8, 2, 100, 40, true, wide::Does::no_move>, Result::none},
    {"no arithmetic", wide::entropy_wide<8, 2, 100, 40, true, wide::Does::no_arithmetic>, Result::none},
};

struct Metric {
  const char *column, *name;
};
constexpr Metric metrics[] = {
    {"instructions", "sm__inst_executed.sum"},
    {"issue", "sm__inst_issued.avg.pct_of_peak_sustained_active"},
    {"alu", "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active"},
    {"fma_heavy", "sm__inst_executed_pipe_fmaheavy.avg.pct_of_peak_sustained_active"},
    {"l1_data", "l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed"},
    {"fabric", "lts__ltcfabric2ltc_cycles_active.avg.pct_of_peak_sustained_elapsed"},
    {"fabric_requests", "lts__t_requests_srcunit_ltcfabric.sum"},
    {"dram", "dram__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"dram_read_bytes", "dram__bytes_read.sum"},
    {"long_scoreboard", "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio"},
};

struct Grids {
  Grids(int rows, int cols) : cells(std::size_t(rows) * std::size_t(cols)) {
    must(cudaMalloc(&in, cells * sizeof(float)), "allocating");
    must(cudaMalloc(&out, cells * sizeof(float)), "allocating");
    must(cudaMemset(in, 0, cells * sizeof(float)), "clearing");
  }
  Grids(const Grids&) = delete;
  ~Grids() {
    cudaFree(in);
    cudaFree(out);
  }
  std::size_t cells;
  float *in = nullptr, *out = nullptr;
};

// One launch, for ncu to look at.
int launch_for_ncu(int way, int side) {
  const Grids grids(side, side);
  ways[way].run(grids.out, grids.in, side, side);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}

// Which cells of all differ from v15's, or the grid's, by a bit.
__global__ void compare_kernel(
    unsigned long long* differ, const unsigned* one, const unsigned* other, std::size_t count) {
  for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    if (one[i] != other[i]) atomicAdd(differ, 1ull);
}
void must_be_same(const char* what, const float* one, const float* other, std::size_t cells) {
  unsigned long long *differ = nullptr, found = 0;
  must(cudaMalloc(&differ, sizeof found), "allocating");
  must(cudaMemset(differ, 0, sizeof found), "clearing");
  compare_kernel<<<1056, 256>>>(
      differ, reinterpret_cast<const unsigned*>(one), reinterpret_cast<const unsigned*>(other), cells);
  must(cudaMemcpy(&found, differ, sizeof found, cudaMemcpyDeviceToHost), what);
  cudaFree(differ);
  if (found) throw std::runtime_error(std::string(what) + ": " + std::to_string(found) + " cells differ");
}

void time_ways(harness::Rows& rows) {
  for (const int side : harness::dry_run() ? std::vector{1100} : std::vector{2560, 10240, 46336}) {
    const int height = harness::dry_run() ? 40 : side;
    const Grids grids(height, side);
    float* v15 = nullptr;
    must(cudaMalloc(&v15, grids.cells * sizeof(float)), "allocating");
    std::vector<float> host(grids.cells);
    experiments::fill_random(host.data(), height, side);
    must(cudaMemcpy(grids.in, host.data(), grids.cells * sizeof(float), cudaMemcpyHostToDevice), "copying in");
    solutions::v15::entropy_v15(v15, grids.in, height, side);
    must(cudaMemcpy(host.data(), v15, grids.cells * sizeof(float), cudaMemcpyDeviceToHost), "v15");
    const auto stopwatch = harness::device_stopwatch();
    const double copy_ms = harness::measure(*stopwatch, [&] {
      harness::device_copy(grids.out, grids.in, grids.cells * sizeof(float));
    }).median_ms;
    for (int i = 0; i < int(std::size(ways)); ++i) {
      const Way& way = ways[i];
      must(cudaMemset(grids.out, 0xff, grids.cells * sizeof(float)), "clearing");
      way.run(grids.out, grids.in, height, side);
      must(cudaGetLastError(), way.name);
      must(cudaDeviceSynchronize(), way.name);
      if (way.result == Result::filtered) must_be_same(way.name, grids.out, v15, grids.cells);
      if (way.result == Result::copied) must_be_same(way.name, grids.out, grids.in, grids.cells);
      const harness::Timing timing = harness::measure(*stopwatch, [&] { way.run(grids.out, grids.in, height, side); });
      std::map<std::string, double> counted;
      if (!harness::dry_run()) {
        std::vector<std::string> names;
        for (const Metric& metric : metrics) names.push_back(metric.name);
        counted =
            experiments::count_with_ncu("WAY=" + std::to_string(i) + " SIDE=" + std::to_string(side), "kernel", names);
      }
      harness::Rows::Row row = {{"way", way.name}, {"rows", height}, {"cols", side}, {"median_ms", timing.median_ms},
          {"q1_ms", timing.q1_ms}, {"q3_ms", timing.q3_ms}, {"samples", timing.samples}, {"copy_ms", copy_ms},
          {"copy_share", copy_ms / timing.median_ms}};
      for (const Metric& metric : metrics) row.push_back({metric.column, counted[metric.name]});
      rows.add(row);
    }
    cudaFree(v15);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (const char* const way = std::getenv("WAY")) return launch_for_ncu(std::atoi(way), std::atoi(std::getenv("SIDE")));
  return harness::run_experiment(argc, argv,
      "CUDA events, cold L2, median; every cell of each result the same as v15's, of each copy as the grid's; ncu "
      "--clock-control none, one launch of zeros; shares in per cent of the peak, stalled warps a cycle that issues",
      time_ways);
}
