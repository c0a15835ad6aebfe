// v15 with rows asked for earlier or not at all, and grids cut in other ways.
// Run: ./course bench entropy --experiment stations
#include "harness/experiment.hpp"
#include "tests/05-entropy/gpu_versions.cuh"
#include "tests/05-entropy/sample_cells.hpp"

namespace {

using namespace solutions::v15;

void must(cudaError_t error, const char* what) {
  if (error != cudaSuccess) throw harness::DeviceError(std::string(what) + ": " + cudaGetErrorString(error));
}

// Bands of which a warp takes one, or as many as come: `tall` rows first, then `low` rows.
struct Way {
  const char* words;
  double share;  // of a warp's rows that are in the tall band
  int low;
};

template <int ahead>
void launch(float* out, const float* in, int side, const Way& way) {
  const auto kernel = entropy_v15_kernel<true, ahead>;
  static const int bytes = make_tables().size * int(sizeof(float));
  int device = 0, sms = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 70);
  const int strips = (side - 1) / strip_cols + 1;
  const double at_once = double(sms) * warps / strips;
  Cut cut{strips, 0, 0, way.low, 0};
  if (way.share > 0) {
    cut.tall = std::max(1, int(way.share * side / at_once + 0.999));
    cut.tall_bands = std::min(std::max(1, int(at_once)), side / cut.tall);
  }
  cut.tasks = strips * (cut.tall_bands + (side - cut.tall_bands * cut.tall + cut.low - 1) / cut.low);
  kernel<<<sms, 32 * warps, bytes>>>(out, in, side, side, cut);
}

void time_stations(harness::Rows& rows) {
  const int side = harness::dry_run() ? 240 : 10240;
  const std::size_t cells = std::size_t(side) * std::size_t(side), bytes = cells * sizeof(float);
  std::vector<float> host(cells), result(cells);
  experiments::fill_random(host.data(), side, side);
  float *in = nullptr, *out = nullptr;
  must(cudaMalloc(&in, bytes), "allocating");
  must(cudaMalloc(&out, bytes), "allocating");
  must(cudaMemcpy(in, host.data(), bytes, cudaMemcpyHostToDevice), "copying in");
  entropy_v15(out, in, side, side);  // brings the tables to the device
  const auto stopwatch = harness::device_stopwatch();
  const double copy_ms = harness::measure(*stopwatch, [&] { harness::device_copy(out, in, bytes); }).median_ms;
  const auto time = [&](auto* launched, int ahead, const Way& way) {
    must(cudaMemset(out, 0xff, bytes), "clearing");
    launched(out, in, side, way);
    must(cudaGetLastError(), way.words);
    must(cudaMemcpy(result.data(), out, bytes, cudaMemcpyDeviceToHost), way.words);
    experiments::must_be_right(way.words, result.data(), host.data(), side, side);
    const harness::Timing timing = harness::measure(*stopwatch, [&] { launched(out, in, side, way); });
    rows.add({{"ahead", ahead}, {"bands", way.words}, {"rows", side}, {"cols", side}, {"median_ms", timing.median_ms}, {"q1_ms", timing.q1_ms},
              {"q3_ms", timing.q3_ms}, {"samples", timing.samples}, {"copy_share", copy_ms / timing.median_ms}});
  };
  const Way guided = {"tall, then 8 rows", 0.92, 8}, even = {"all equal", 1, 8}, low = {"8 rows", 0, 8}, longer = {"64 rows", 0, 64};
  time(launch<0>, 0, guided);
  time(launch<1>, 1, guided);
  time(launch<2>, 2, guided);
  time(launch<4>, 4, guided);
  time(launch<8>, 8, guided);
  time(launch<1>, 1, even);
  time(launch<1>, 1, longer);
  time(launch<1>, 1, low);
  cudaFree(in);
  cudaFree(out);
}

}  // namespace

int main(int argc, char** argv) { return harness::run_experiment(argc, argv, "CUDA events, cold L2, median; some thousand cells of each result checked", time_stations); }
