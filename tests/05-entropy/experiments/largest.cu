// The kernels of v0 … v9 and v15 on a grid of nearly as many cells as an int can count, beside a copy of it on the device.
// Run: ./course bench entropy --experiment largest

#include "harness/experiment.hpp"
#include "tests/05-entropy/gpu_versions.cuh"
#include "tests/05-entropy/sample_cells.hpp"

namespace {

using namespace experiments;

void must(cudaError_t error, const char* what) {
  if (error != cudaSuccess) throw harness::DeviceError(std::string(what) + ": " + cudaGetErrorString(error));
}

void time_largest(harness::Rows& rows) {
  // The largest multiple of 32 whose square is below 2^31: 8.6 GB in, 8.6 GB out.
  const int side = harness::dry_run() ? 96 : 46336;
  const std::size_t cells = std::size_t(side) * std::size_t(side), bytes = cells * sizeof(float);
  std::vector<float> host(cells), result(cells);
  fill_random(host.data(), side, side);
  float *in = nullptr, *out = nullptr;
  must(cudaMalloc(&in, bytes), "allocating");
  must(cudaMalloc(&out, bytes), "allocating");
  must(cudaMemcpy(in, host.data(), bytes, cudaMemcpyHostToDevice), "copying in");
  const auto stopwatch = harness::device_stopwatch();
  const harness::TimingRules rules{.warm_up = 1, .min_samples = 5, .max_samples = 20, .max_total_ms = 500};
  const harness::Timing copy = harness::measure(*stopwatch, [&] { harness::device_copy(out, in, bytes); }, rules);
  const auto add = [&](const char* version, const harness::Timing& time) {
    rows.add({{"version", version}, {"rows", side}, {"cols", side}, {"median_ms", time.median_ms},
        {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms}, {"samples", time.samples},
        {"gb_per_s", 2.0 * double(bytes) / time.median_ms / 1e6}, {"copy_share", copy.median_ms / time.median_ms}});
  };
  for (const GpuVersion& version : gpu_versions) {
    must(cudaMemset(out, 0xff, bytes), "clearing");
    version.filter(out, in, side, side);
    must(cudaGetLastError(), version.name);
    must(cudaMemcpy(result.data(), out, bytes, cudaMemcpyDeviceToHost), version.name);
    must_be_right(version.name, result.data(), host.data(), side, side);
    add(version.name, harness::measure(*stopwatch, [&] { version.filter(out, in, side, side); }, rules));
  }
  add("copy", copy);
  cudaFree(in);
  cudaFree(out);
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "CUDA events, cold L2, median; bytes = read + written; some thousand cells of each result checked", time_largest);
}
