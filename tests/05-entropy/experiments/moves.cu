// A copy that goes about a grid as v15 does, in strips and bands, and computes nothing: what the way costs by itself.
// Run: ./course bench entropy --experiment moves
#include <algorithm>
#include <cmath>

#include "harness/experiment.hpp"
#include "tests/05-entropy/v15.cuh"
#include "tests/05-entropy/sample_cells.hpp"

namespace {

void must(cudaError_t error, const char* what) {
  if (error != cudaSuccess) throw harness::DeviceError(std::string(what) + ": " + cudaGetErrorString(error));
}

constexpr int warps = 32;  // of a block

struct Cut {
  int strips, height, tasks;
};

// A warp copies a band of a strip, a row after the other: four columns a lane. The next row is on its way, and the row
// behind it on its way to L2.
template <int strip_cols>
__global__ void __launch_bounds__(32 * warps) move_kernel(float* out, const float* in, int rows, int cols, Cut cut) {
  const int lane = threadIdx.x % 32;
  for (int task = threadIdx.x / 32 * gridDim.x + blockIdx.x; task < cut.tasks; task += gridDim.x * warps) {
    const int band = task / cut.strips, strip = task % cut.strips, first = band * cut.height;
    const int last = min(first + cut.height, rows), col = strip * strip_cols + lane * 4;
    if (lane >= strip_cols / 4 || col >= cols) continue;
    const std::size_t at = std::size_t(first) * cols + col;
    const float4* from = reinterpret_cast<const float4*>(in + at);
    float4* to = reinterpret_cast<float4*>(out + at);
    float4 next = __ldg(from);
    for (int row = first; row < last; ++row, to += cols / 4) {
      const float4 now = next;
      from += cols / 4;
      if (row + 1 < last) next = __ldg(from);
      if (row + 2 < last) asm volatile("prefetch.global.L2 [%0];" ::"l"(from + cols / 4));
      *to = now;
    }
  }
}

// Bands of at most so many rows, cut as v15 cuts them.
template <int strip_cols>
int move(float* out, const float* in, int rows, int cols, int highest) {
  const int sms = harness::dry_run() ? 2 : 132;
  Cut cut;
  cut.strips = (cols - 1) / strip_cols + 1;
  const double at_once = double(sms) * warps / cut.strips, turns = std::ceil(rows / at_once / highest);
  cut.height = (rows - 1) / std::max(int(at_once * turns), (rows - 1) / highest + 1) + 1;
  cut.tasks = cut.strips * ((rows - 1) / cut.height + 1);
  move_kernel<strip_cols><<<sms, 32 * warps>>>(out, in, rows, cols, cut);
  return cut.height;
}

struct Way {
  int strip_cols, highest;
  int (*move)(float* out, const float* in, int rows, int cols, int highest);
};
const Way ways[] = {{96, 200, move<96>}, {112, 200, move<112>}, {120, 200, move<120>}, {120, 16, move<120>},
    {128, 200, move<128>}, {128, 64, move<128>}, {128, 16, move<128>}, {128, 4, move<128>}};

void time_ways(harness::Rows& rows) {
  for (const int side : harness::dry_run() ? std::vector{240} : std::vector{2560, 10240, 46336}) {
    const std::size_t cells = std::size_t(side) * std::size_t(side), bytes = cells * sizeof(float);
    std::vector<float> host(cells), result(cells);
    experiments::fill_random(host.data(), side, side);
    float *in = nullptr, *out = nullptr;
    must(cudaMalloc(&in, bytes), "allocating");
    must(cudaMalloc(&out, bytes), "allocating");
    must(cudaMemcpy(in, host.data(), bytes, cudaMemcpyHostToDevice), "copying in");
    const auto stopwatch = harness::device_stopwatch();
    const double copy_ms = harness::measure(*stopwatch, [&] { harness::device_copy(out, in, bytes); }).median_ms;
    const auto add = [&](const char* what, int strip_cols, int height, const harness::Timing& time) {
      rows.add({{"what", what}, {"strip_cols", strip_cols}, {"height", height}, {"rows", side}, {"cols", side},
          {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms}, {"samples", time.samples},
          {"copy_ms", copy_ms}, {"copy_share", copy_ms / time.median_ms}});
    };
    add("v15", 120, 0, harness::measure(*stopwatch, [&] { solutions::v15::entropy_v15(out, in, side, side); }));
    for (const Way& way : ways) {
      must(cudaMemset(out, 0xff, bytes), "clearing");
      const int height = way.move(out, in, side, side, way.highest);
      must(cudaGetLastError(), "moving");
      must(cudaMemcpy(result.data(), out, bytes, cudaMemcpyDeviceToHost), "moving");
      if (result != host) throw std::runtime_error("a copy in strips differs");
      add("a copy", way.strip_cols, height,
          harness::measure(*stopwatch, [&] { way.move(out, in, side, side, way.highest); }));
    }
    cudaFree(in);
    cudaFree(out);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(
      argc, argv, "CUDA events, cold L2, median; every cell of each copy checked", time_ways);
}
