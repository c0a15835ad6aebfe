// v15 with fewer instructions in a row, beside v15 and a copy: times, and what ncu counts of a launch.
// Run: ./course bench entropy --experiment slim
#include <cstdlib>

#include "harness/experiment.hpp"
#include "tests/common/ncu.hpp"
#include "tests/05-entropy/interface.hpp"
#include "tests/05-entropy/v15.cuh"
#include "tests/05-entropy/sample_cells.hpp"
#include "tests/05-entropy/slim.cuh"

namespace {

void must(cudaError_t error, const char* what) {
  if (error != cudaSuccess) throw harness::DeviceError(std::string(what) + ": " + cudaGetErrorString(error));
}

struct Way {
  const char* name;
  Entropy* filter;
};
const Way ways[] = {{"v15", solutions::v15::entropy_v15}, {"slim, shifts", slim::entropy_slim<false>},
    {"slim, high halves", slim::entropy_slim<true>}};

struct Metric {
  const char *column, *name;
};
constexpr Metric metrics[] = {
    {"instructions", "sm__inst_executed.sum"},
    {"issue", "sm__inst_issued.avg.pct_of_peak_sustained_active"},
    {"alu", "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active"},
    {"fma_heavy", "sm__inst_executed_pipe_fmaheavy.avg.pct_of_peak_sustained_active"},
    {"l1_data", "l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_active"},
    {"l2", "lts__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"dram", "dram__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"dram_read_bytes", "dram__bytes_read.sum"},
    {"long_scoreboard", "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio"},
    {"math_throttle", "smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio"},
};

struct Grids {
  explicit Grids(int side) : cells(std::size_t(side) * std::size_t(side)) {
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

// One launch, for ncu to look at. How fast v15 is does not depend on the symbols.
int launch_for_ncu(int way, int side) {
  const Grids grids(side);
  ways[way].filter(grids.out, grids.in, side, side);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}

void time_ways(harness::Rows& rows) {
  for (const int side : harness::dry_run() ? std::vector{240} : std::vector{400, 2560, 5120, 10240, 46336}) {
    const Grids grids(side);
    std::vector<float> host(grids.cells), result(grids.cells);
    experiments::fill_random(host.data(), side, side);
    must(cudaMemcpy(grids.in, host.data(), grids.cells * sizeof(float), cudaMemcpyHostToDevice), "copying in");
    const auto stopwatch = harness::device_stopwatch();
    const double copy_ms = harness::measure(*stopwatch, [&] {
      harness::device_copy(grids.out, grids.in, grids.cells * sizeof(float));
    }).median_ms;
    for (int i = 0; i < int(std::size(ways)); ++i) {
      const Way& way = ways[i];
      must(cudaMemset(grids.out, 0xff, grids.cells * sizeof(float)), "clearing");
      way.filter(grids.out, grids.in, side, side);
      must(cudaGetLastError(), way.name);
      must(cudaMemcpy(result.data(), grids.out, grids.cells * sizeof(float), cudaMemcpyDeviceToHost), way.name);
      experiments::must_be_right(way.name, result.data(), host.data(), side, side);
      const harness::Timing timing = harness::measure(*stopwatch, [&] { way.filter(grids.out, grids.in, side, side); });
      std::map<std::string, double> counted;
      if (!harness::dry_run()) {
        std::vector<std::string> names;
        for (const Metric& metric : metrics) names.push_back(metric.name);
        counted =
            experiments::count_with_ncu("WAY=" + std::to_string(i) + " SIDE=" + std::to_string(side), "entropy", names);
      }
      harness::Rows::Row row = {{"way", way.name}, {"rows", side}, {"cols", side}, {"median_ms", timing.median_ms},
          {"q1_ms", timing.q1_ms}, {"q3_ms", timing.q3_ms}, {"samples", timing.samples}, {"copy_ms", copy_ms},
          {"copy_share", copy_ms / timing.median_ms}};
      for (const Metric& metric : metrics) row.push_back({metric.column, counted[metric.name]});
      rows.add(row);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (const char* const way = std::getenv("WAY")) return launch_for_ncu(std::atoi(way), std::atoi(std::getenv("SIDE")));
  return harness::run_experiment(argc, argv,
      "CUDA events, cold L2, median; some thousand cells of each result checked; ncu --clock-control none, one launch "
      "of "
      "zeros; shares in per cent of the peak, stalled warps a cycle that issues",
      time_ways);
}
