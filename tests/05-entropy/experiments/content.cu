// The same kernels on grids of other content: counters that are indexed by data take a time that depends on the data.
// Run: ./course bench entropy --experiment content
#include <algorithm>
#include <cmath>

#include "harness/experiment.hpp"
#include "tests/05-entropy/gpu_versions.cuh"
#include "tests/05-entropy/sample_cells.hpp"

namespace {

using namespace experiments;

void must(cudaError_t error, const char* what) {
  if (error != cudaSuccess) throw harness::DeviceError(std::string(what) + ": " + cudaGetErrorString(error));
}

// "one symbol": every lane of a warp counts the same one, always. "rows": 16 symbols, but one for a whole row, so that the
// lanes of a warp still count the same one at any time. "hills": as in a picture, neighbours are alike. "random": none is.
int symbol(const std::string& content, int row, int col, float random) {
  if (content == "one symbol") return 7;
  if (content == "rows") return row % 16;
  if (content == "hills")
    return std::clamp(int(8 + 5 * std::sin(row * 0.13) + 3 * std::cos(col * 0.17 + row * 0.05)), 0, 15);
  return int(random);
}

void time_content(harness::Rows& rows) {
  const int side = harness::dry_run() ? 96 : 10240;
  const std::size_t cells = std::size_t(side) * std::size_t(side), bytes = cells * sizeof(float);
  std::vector<float> random(cells), host(cells), result(cells);
  fill_random(random.data(), side, side);
  float *in = nullptr, *out = nullptr;
  must(cudaMalloc(&in, bytes), "allocating");
  must(cudaMalloc(&out, bytes), "allocating");
  const auto stopwatch = harness::device_stopwatch();
  const harness::TimingRules rules{.warm_up = 2, .min_samples = 7, .max_samples = 20, .max_total_ms = 200};
  for (const std::string content : {"one symbol", "rows", "hills", "random"}) {
#pragma omp parallel for
    for (int row = 0; row < side; ++row)
      for (int col = 0; col < side; ++col) {
        const std::size_t i = std::size_t(row) * std::size_t(side) + std::size_t(col);
        host[i] = float(symbol(content, row, col, random[i]));
      }
    must(cudaMemcpy(in, host.data(), bytes, cudaMemcpyHostToDevice), "copying in");
    for (const GpuVersion& version : gpu_versions) {
      must(cudaMemset(out, 0xff, bytes), "clearing");
      version.filter(out, in, side, side);
      must(cudaGetLastError(), version.name);
      must(cudaMemcpy(result.data(), out, bytes, cudaMemcpyDeviceToHost), version.name);
      must_be_right(version.name, result.data(), host.data(), side, side);
      const harness::Timing time = harness::measure(*stopwatch, [&] { version.filter(out, in, side, side); }, rules);
      rows.add({{"version", version.name}, {"content", content}, {"rows", side}, {"cols", side},
          {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms}, {"samples", time.samples}});
    }
  }
  cudaFree(in);
  cudaFree(out);
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(
      argc, argv, "CUDA events, cold L2, median; some thousand cells of each result checked", time_content);
}
