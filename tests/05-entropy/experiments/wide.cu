// v15 in strips several warps wide, whose rows come by bulk copies, beside v15: every cell the same, times, and what ncu counts
// of a launch.
// Run: ./course bench entropy --experiment wide
#include <cstdlib>

#include "harness/experiment.hpp"
#include "tests/common/ncu.hpp"
#include "tests/05-entropy/interface.hpp"
#include "tests/05-entropy/v15.cuh"
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

// v15 as it goes about rows that begin at no multiple of 16 bytes, whatever they begin at.
void v15_cell_by_cell(float* out, const float* in, int rows, int cols) {
  using namespace solutions::v15;
  static const Tables made = make_tables();
  static const cudaError_t copied = cudaMemcpyToSymbol(tables, &made, sizeof made);
  must(copied, "copying the tables");
  int device = 0, sms = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  const auto kernel = entropy_v15_kernel<false>;
  const int bytes = bytes_of(made, false);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 70);
  kernel<<<sms, 32 * warps, bytes>>>(out, in, rows, cols, cut_for(rows, cols, sms));
}

// So many warps a strip, bands of at most so many rows, so many of a group's rows in low bands at the end, every other band upwards.
template <int group, int highest = 200, int tail = 14, bool turns_round = true, wide::Does does = wide::Does::all>
void by_groups(float* out, const float* in, int rows, int cols) {
  wide::entropy_in_groups<group, does>(out, in, rows, cols, {highest, tail, turns_round});
}
using wide::Does;

enum class Result { filtered, copied, none };
struct Way {
  const char* name;
  Entropy* run;
  Result result;
  bool counted = false, any_width = true;
};
const Way ways[] = {
    {"a copy", copy, Result::copied, true, false},
    {"v15", solutions::v15::entropy_v15, Result::filtered, true},
    {"v15, cell by cell", v15_cell_by_cell, Result::filtered, true, false},
    {"strips of 128, bands of 64 rows", strips_of_128, Result::filtered, false, false},
    {"8 warps wide", by_groups<8, 200, 0, false>, Result::filtered},
    {"8 warps wide, turning round", by_groups<8, 200, 0>, Result::filtered},
    {"8 warps wide, both", by_groups<8>, Result::filtered, true},
    {"8 warps wide, both, bands of 100 rows", by_groups<8, 100>, Result::filtered},
    {"8 warps wide, both, bands of 60 rows", by_groups<8, 60>, Result::filtered},
    {"8 warps wide, both, bands of 30 rows", by_groups<8, 30>, Result::filtered},
    {"4 warps wide, both", by_groups<4>, Result::filtered},
    {"5 warps wide, both", by_groups<5>, Result::filtered},
    {"7 warps wide, both", by_groups<7>, Result::filtered, true},
    {"10 warps wide, both", by_groups<10>, Result::filtered},
    {"nothing moves", by_groups<8, 200, 14, true, Does::no_move>, Result::none},
    {"nothing moves, bands of 30 rows", by_groups<8, 30, 14, true, Does::no_move>, Result::none},
    {"no arithmetic", by_groups<8, 200, 14, true, Does::no_arithmetic>, Result::none, true},
    {"no arithmetic, bands of 30 rows", by_groups<8, 30, 14, true, Does::no_arithmetic>, Result::none},
    {"7 warps wide, nothing moves", by_groups<7, 200, 14, true, Does::no_move>, Result::none},
    {"7 warps wide, no arithmetic", by_groups<7, 200, 14, true, Does::no_arithmetic>, Result::none},
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
    {"dram_write_bytes", "dram__bytes_write.sum"},
    {"long_scoreboard", "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio"},
    {"short_scoreboard", "smsp__average_warps_issue_stalled_short_scoreboard_per_issue_active.ratio"},
    {"mio_throttle", "smsp__average_warps_issue_stalled_mio_throttle_per_issue_active.ratio"},
    {"lg_throttle", "smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio"},
    {"no_instruction", "smsp__average_warps_issue_stalled_no_instruction_per_issue_active.ratio"},
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
int launch_for_ncu(int way, int rows, int cols) {
  const Grids grids(rows, cols);
  ways[way].run(grids.out, grids.in, rows, cols);
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

// Symbols that look random, without the host, which takes longer for the largest grid than all that is measured.
__global__ void fill_kernel(float* out, std::size_t count) {
  for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    unsigned x = unsigned(i) * 0x9E3779B9u + unsigned(i >> 32);
    x = (x ^ x >> 16) * 0x85EBCA6Bu, x = (x ^ x >> 13) * 0xC2B2AE35u;
    out[i] = float((x ^ x >> 16) >> 28);
  }
}

// Grids smaller than a window, than a warp, than a strip; with in and out so many cells behind a place of 16 bytes.
void check_shapes() {
  constexpr int shapes[][4] = {{1, 1, 0, 0}, {1, 1, 1, 3}, {1, 2, 2, 1}, {3, 1, 0, 0}, {7, 1, 1, 2}, {1, 5, 0, 0},
      {9, 3, 3, 3}, {4, 4, 0, 0}, {5, 5, 0, 0}, {1, 131, 1, 0}, {6, 127, 0, 0}, {5, 128, 0, 0}, {2, 257, 0, 0},
      {61, 7, 0, 0}, {7, 997, 0, 0}, {17, 1023, 0, 0}, {17, 1025, 0, 0}, {13, 1027, 0, 1}, {33, 1154, 0, 0},
      {8, 1540, 0, 0}, {8, 1540, 1, 1}, {8, 1540, 0, 2}};
  for (const auto& [rows, cols, before_in, before_out] : shapes) {
    const Grids grids(1, rows * cols + 3), right(1, rows * cols + 3);
    float* const in = grids.in + before_in;
    fill_kernel<<<1, 256>>>(in, std::size_t(rows) * std::size_t(cols));
    must(cudaMemset(grids.out, 0xff, grids.cells * sizeof(float)), "clearing");
    must(cudaMemset(right.out, 0xff, grids.cells * sizeof(float)), "clearing");
    solutions::v15::entropy_v15(right.out + before_out, in, rows, cols);
    wide::entropy_wide(grids.out + before_out, in, rows, cols);
    must_be_same((std::to_string(rows) + "×" + std::to_string(cols)).c_str(), grids.out, right.out, grids.cells);
  }
}

void time_ways(harness::Rows& rows) {
  check_shapes();
  const std::vector<std::pair<int, int>> real = {{400, 400}, {2560, 2560}, {5120, 5120}, {10240, 10240}, {46336, 46336},
      {65536, 40000}, {2560, 2559}, {8191, 8193}, {10240, 10239}, {10240, 10238}};
  const std::vector<std::pair<int, int>> dry = {{40, 1100}, {23, 1101}};
  for (const auto& [height, width] : harness::dry_run() ? dry : real) {
    const Grids grids(height, width);
    float* v15 = nullptr;
    must(cudaMalloc(&v15, grids.cells * sizeof(float)), "allocating");
    fill_kernel<<<1056, 256>>>(grids.in, grids.cells);
    solutions::v15::entropy_v15(v15, grids.in, height, width);
    must(cudaDeviceSynchronize(), "v15");
    const auto stopwatch = harness::device_stopwatch();
    const double copy_ms = harness::measure(*stopwatch, [&] {
      harness::device_copy(grids.out, grids.in, grids.cells * sizeof(float));
    }).median_ms;
    for (int i = 0; i < int(std::size(ways)); ++i) {
      const Way& way = ways[i];
      if (width % 4 != 0 && !way.any_width) continue;
      must(cudaMemset(grids.out, 0xff, grids.cells * sizeof(float)), "clearing");
      way.run(grids.out, grids.in, height, width);
      must(cudaGetLastError(), way.name);
      must(cudaDeviceSynchronize(), way.name);
      if (way.result == Result::filtered) must_be_same(way.name, grids.out, v15, grids.cells);
      if (way.result == Result::copied) must_be_same(way.name, grids.out, grids.in, grids.cells);
      const harness::Timing timing = harness::measure(*stopwatch, [&] { way.run(grids.out, grids.in, height, width); });
      std::map<std::string, double> counted;
      if (!harness::dry_run() && way.counted && (width == 2560 || width == 10240 || width == 10239)) {
        std::vector<std::string> names;
        for (const Metric& metric : metrics) names.push_back(metric.name);
        counted = experiments::count_with_ncu(
            "WAY=" + std::to_string(i) + " ROWS=" + std::to_string(height) + " COLS=" + std::to_string(width), "kernel",
            names);
      }
      harness::Rows::Row row = {{"way", way.name}, {"rows", height}, {"cols", width}, {"median_ms", timing.median_ms},
          {"q1_ms", timing.q1_ms}, {"q3_ms", timing.q3_ms}, {"samples", timing.samples}, {"copy_ms", copy_ms},
          {"copy_share", copy_ms / timing.median_ms}};
      for (const Metric& metric : metrics)
        row.push_back({metric.column, counted.empty() ? harness::Cell("") : harness::Cell(counted[metric.name])});
      rows.add(row);
    }
    cudaFree(v15);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (const char* const way = std::getenv("WAY"))
    return launch_for_ncu(std::atoi(way), std::atoi(std::getenv("ROWS")), std::atoi(std::getenv("COLS")));
  return harness::run_experiment(argc, argv,
      "CUDA events, cold L2, median; every cell of each result the same as v15's, of each copy as the grid's; where "
      "there are counts, by ncu --clock-control none, one launch of zeros; shares in per cent of the peak, stalled "
      "warps a cycle that issues",
      time_ways);
}
