// v15 in strips of 128 columns, beside v15 in its strips of 120; the way of either without its arithmetic, and the arithmetic
// without its way: times, and what ncu counts of a launch.
// Run: ./course bench entropy --experiment whole_lines
#include <cstdlib>

#include "harness/experiment.hpp"
#include "tests/common/ncu.hpp"
#include "tests/05-entropy/interface.hpp"
#include "tests/05-entropy/v15.cuh"
#include "tests/05-entropy/sample_cells.hpp"
#include "tests/05-entropy/whole_lines.cuh"

namespace {

void must(cudaError_t error, const char* what) {
  if (error != cudaSuccess) throw harness::DeviceError(std::string(what) + ": " + cudaGetErrorString(error));
}

// A warp copies a band of a strip of 128 columns, and reads the two rows above and below and the two columns on either side.
template <bool halo>
__global__ void __launch_bounds__(1024)
    way_kernel(float* out, const float* in, int rows, int cols, whole_lines::Cut cut) {
  const int lane = threadIdx.x % 32, reach = halo ? 2 : 0;
  for (int task = threadIdx.x / 32 * gridDim.x + blockIdx.x; task < cut.tasks; task += gridDim.x * blockDim.x / 32) {
    const int band = task / cut.strips, strip = task % cut.strips, first = band * cut.height;
    const int last = min(first + cut.height, rows), begin = max(first - reach, 0), end = min(last + reach, rows);
    const int col = strip * 128 + 4 * lane, beside = strip * 128 + (lane < 2 ? -1 - lane : 159 - lane);
    const bool fifth = halo && (lane < 2 || lane >= 30) && beside >= 0 && beside < cols;
    if (col >= cols) continue;
    const std::size_t step = cols;
    const float* from = in + (begin * step + col);
    float* to = out + (first * step + col);
    float4 next = __ldg(reinterpret_cast<const float4*>(from));
    float other = fifth ? __ldg(from - col + beside) : 0, most = other;
    for (int row = begin; row < end; ++row) {
      const float4 now = next;
      from += step;
      if (row + 1 < end) next = __ldg(reinterpret_cast<const float4*>(from));
      if (row + 1 < end && fifth) other = __ldg(from - col + beside);
      if (row + 2 < end) asm volatile("prefetch.global.L2 [%0];" ::"l"(from + step));
      most = max(most, other);
      if (row < first || row >= last) continue;
      *reinterpret_cast<float4*>(to) = now;
      to += step;
    }
    if (most > 1e9f) *out = most;  // no symbol is; but now the halo is needed
  }
}

int sms() {
  int device = 0, count = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device);
  return count;
}

template <bool halo>
void by_way(float* out, const float* in, int rows, int cols) {
  whole_lines::Cut cut;
  cut.strips = (cols - 1) / 128 + 1;
  const double at_once = double(sms()) * 32 / cut.strips, turns = std::ceil(rows / at_once / 200);
  cut.height = (rows - 1) / std::max(int(at_once * turns), (rows - 1) / 200 + 1) + 1;
  cut.tasks = cut.strips * ((rows - 1) / cut.height + 1);
  way_kernel<halo><<<sms(), 1024>>>(out, in, rows, cols, cut);
}

// v15 as it launches itself, but for the rows, which stay where they are.
void v15_still(float* out, const float* in, int rows, int cols) {
  using namespace solutions::v15;
  const auto kernel = entropy_v15_kernel<true, 1, false, true>;
  static const Tables made = make_tables();
  static const cudaError_t copied = cudaMemcpyToSymbol(tables, &made, sizeof made);
  must(copied, "copying the tables");
  const int bytes = bytes_of(made, true);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 70);
  const Cut cut = cut_for(rows, cols, sms());
  const int blocks = std::min(sms(), cut.tasks), warps_needed = (cut.tasks - 1) / blocks + 1;
  kernel<<<blocks, 32 * std::min(std::max(warps_needed, 8), warps), bytes>>>(out, in, rows, cols, cut);
}

template <bool still, int highest>
void by_whole_lines(float* out, const float* in, int rows, int cols) {
  whole_lines::entropy_whole_lines<still>(out, in, rows, cols, highest);
}

enum class Result { filtered, copied, none };
struct Way {
  const char* name;
  Entropy* run;
  Result result;
};
const Way ways[] = {
    {"v15", solutions::v15::entropy_v15, Result::filtered},
    {"v15, nothing moves", v15_still, Result::none},
    {"strips of 128", by_whole_lines<false, 200>, Result::filtered},
    {"strips of 128, bands of 64 rows", by_whole_lines<false, 64>, Result::filtered},
    {"strips of 128, nothing moves", by_whole_lines<true, 64>, Result::none},
    {"strips of 128, a copy", by_way<false>, Result::copied},
    {"strips of 128, a copy and the halo", by_way<true>, Result::copied},
};

struct Metric {
  const char *column, *name;
};
constexpr Metric metrics[] = {
    {"instructions", "sm__inst_executed.sum"},
    {"issue", "sm__inst_issued.avg.pct_of_peak_sustained_active"},
    {"alu", "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active"},
    {"fabric", "lts__ltcfabric2ltc_cycles_active.avg.pct_of_peak_sustained_elapsed"},
    {"fabric_requests", "lts__t_requests_srcunit_ltcfabric.sum"},
    {"dram", "dram__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"dram_read_bytes", "dram__bytes_read.sum"},
    {"long_scoreboard", "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio"},
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

// One launch, for ncu to look at.
int launch_for_ncu(int way, int side) {
  const Grids grids(side);
  ways[way].run(grids.out, grids.in, side, side);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}

void time_ways(harness::Rows& rows) {
  for (const int side : harness::dry_run() ? std::vector{240} : std::vector{2560, 10240, 46336}) {
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
      way.run(grids.out, grids.in, side, side);
      must(cudaGetLastError(), way.name);
      must(cudaMemcpy(result.data(), grids.out, grids.cells * sizeof(float), cudaMemcpyDeviceToHost), way.name);
      if (way.result == Result::filtered) experiments::must_be_right(way.name, result.data(), host.data(), side, side);
      if (way.result == Result::copied && result != host) throw std::runtime_error("a copy in strips differs");
      const harness::Timing timing = harness::measure(*stopwatch, [&] { way.run(grids.out, grids.in, side, side); });
      std::map<std::string, double> counted;
      if (!harness::dry_run()) {
        std::vector<std::string> names;
        for (const Metric& metric : metrics) names.push_back(metric.name);
        counted =
            experiments::count_with_ncu("WAY=" + std::to_string(i) + " SIDE=" + std::to_string(side), "kernel", names);
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
      "CUDA events, cold L2, median; some thousand cells of each result checked, every cell of each copy; ncu "
      "--clock-control none, one launch of zeros; shares in per cent of the peak, stalled warps a cycle that issues",
      time_ways);
}
