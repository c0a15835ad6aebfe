// v15 with rows asked for earlier or not at all, in bands of other heights, and with tasks asked for too early.
// Run: ./course bench entropy --experiment stations
#include <cstdlib>

#include "harness/experiment.hpp"
#include "tests/common/ncu.hpp"
#include "tests/05-entropy/v15.cuh"
#include "tests/05-entropy/sample_cells.hpp"

namespace {

using namespace solutions::v15;

void must(cudaError_t error, const char* what) {
  if (error != cudaSuccess) throw harness::DeviceError(std::string(what) + ": " + cudaGetErrorString(error));
}

int sms() {
  int device = 0, count = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device);
  return count;
}

using Kernel = void(float*, const float*, int, int, Cut);

struct Station {
  const char* bands;
  int ahead;
  const char* asks;  // for its next band
  Kernel* kernel;
  int height;        // of bands; 0: as v15 has them
  int narrower = 0;  // columns less than rows
};
constexpr int one_each = -1, one_row_less = -2;  // a band for each warp; bands a row lower than v15 has them
const char *const ready = "when ready", *const early = "a band before";

const Station stations[] = {
    {"v15's", 0, ready, entropy_v15_kernel<true, 0>, 0},
    {"v15's", 1, ready, entropy_v15_kernel<true, 1>, 0},
    {"v15's", 2, ready, entropy_v15_kernel<true, 2>, 0},
    {"v15's", 4, ready, entropy_v15_kernel<true, 4>, 0},
    {"v15's", 8, ready, entropy_v15_kernel<true, 8>, 0},
    {"v15's", 1, early, entropy_v15_kernel<true, 1, true>, 0},
    {"a row less", 1, ready, entropy_v15_kernel<true, 1>, one_row_less},
    {"8 rows", 1, ready, entropy_v15_kernel<true, 1>, 8},
    {"64 rows", 1, ready, entropy_v15_kernel<true, 1>, 64},
    {"64 rows", 1, early, entropy_v15_kernel<true, 1, true>, 64},
    {"one a warp", 0, ready, entropy_v15_kernel<true, 0>, one_each},
    {"one a warp", 1, ready, entropy_v15_kernel<true, 1>, one_each},
    {"v15's", 1, ready, entropy_v15_kernel<false, 1>, 0, 1},
};

Cut cut_of(const Station& station, int rows, int cols) {
  Cut cut = cut_for(rows, cols, sms());
  if (station.height == one_each) cut.height = (rows - 1) / std::max(1, sms() * warps / cut.strips) + 1;
  if (station.height == one_row_less) cut.height = std::max(1, cut.height - 1);
  if (station.height > 0) cut.height = station.height;
  cut.tasks = cut.strips * ((rows - 1) / cut.height + 1);
  return cut;
}

void launch(const Station& station, float* out, const float* in, int rows) {
  static const Tables made = make_tables();
  static const cudaError_t copied = cudaMemcpyToSymbol(tables, &made, sizeof made);
  must(copied, "copying the tables");
  const int bytes = bytes_of(made, station.narrower % 4 == 0);
  cudaFuncSetAttribute(station.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  cudaFuncSetAttribute(station.kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 70);
  station.kernel<<<sms(), 32 * warps, bytes>>>(
      out, in, rows, rows - station.narrower, cut_of(station, rows, rows - station.narrower));
}

struct Grids {
  std::size_t cells;
  std::vector<float> host;
  float *in = nullptr, *out = nullptr;

  explicit Grids(int side) : cells(std::size_t(side) * std::size_t(side)), host(cells) {
    experiments::fill_random(host.data(), side, side);
    must(cudaMalloc(&in, cells * sizeof(float)), "allocating");
    must(cudaMalloc(&out, cells * sizeof(float)), "allocating");
    must(cudaMemcpy(in, host.data(), cells * sizeof(float), cudaMemcpyHostToDevice), "copying in");
  }
  Grids(const Grids&) = delete;
  ~Grids() {
    cudaFree(in);
    cudaFree(out);
  }
};

// One launch, for ncu to look at.
int launch_for_ncu(int index, int side) {
  const Grids grids(side);
  launch(stations[index], grids.out, grids.in, side);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}

void time_stations(harness::Rows& rows) {
  // The second is the largest multiple of 32 whose square is below 2^31.
  for (const int side : harness::dry_run() ? std::vector{240} : std::vector{10240, 46336}) {
    const Grids grids(side);
    std::vector<float> result(grids.cells);
    const auto stopwatch = harness::device_stopwatch();
    const double copy_ms = harness::measure(*stopwatch, [&] {
      harness::device_copy(grids.out, grids.in, grids.cells * sizeof(float));
    }).median_ms;
    for (int i = 0; i < int(std::size(stations)); ++i) {
      const Station& station = stations[i];
      must(cudaMemset(grids.out, 0xff, grids.cells * sizeof(float)), "clearing");
      launch(station, grids.out, grids.in, side);
      must(cudaGetLastError(), station.bands);
      must(cudaMemcpy(result.data(), grids.out, grids.cells * sizeof(float), cudaMemcpyDeviceToHost), station.bands);
      experiments::must_be_right(station.bands, result.data(), grids.host.data(), side, side - station.narrower);
      const harness::Timing timing = harness::measure(*stopwatch, [&] { launch(station, grids.out, grids.in, side); });
      double read = 0;
      if (!harness::dry_run())
        read = experiments::count_with_ncu(
            "STATION=" + std::to_string(i) + " SIDE=" + std::to_string(side), "entropy", {"dram__bytes_read.sum"})
                   .at("dram__bytes_read.sum");
      rows.add({{"bands", station.bands}, {"height", cut_of(station, side, side - station.narrower).height},
          {"asks", station.asks}, {"ahead", station.ahead}, {"rows", side}, {"cols", side - station.narrower},
          {"median_ms", timing.median_ms}, {"q1_ms", timing.q1_ms}, {"q3_ms", timing.q3_ms},
          {"samples", timing.samples}, {"copy_share", copy_ms / timing.median_ms},
          {"dram_read_bytes_per_cell", read / (double(side) * (side - station.narrower))}});
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (const char* const index = std::getenv("STATION"))
    return launch_for_ncu(std::atoi(index), std::atoi(std::getenv("SIDE")));
  return harness::run_experiment(argc, argv,
      "CUDA events, cold L2, median; some thousand cells of each result checked; bytes read from DRAM by ncu, one "
      "launch",
      time_stations);
}
