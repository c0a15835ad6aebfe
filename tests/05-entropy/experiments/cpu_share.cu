// Some of the rows for the CPU: v17 on the GPU and v16 on the host's threads, at the same time, in one whole call.
// Run: ./course bench entropy --experiment cpu_share
#include <omp.h>

#include <cmath>
#include <exception>
#include <thread>
#include <vector>

#include "tests/05-entropy/cpu_versions.hpp"
#include "tests/05-entropy/across_gpus.cuh"
#include "tests/05-entropy/v15.cuh"

namespace {

using namespace experiments;

// v16 on the rows from `first` on. A tile knows the rows round it, so there is no halo to be put right.
void by_cpu(float* out, const float* in, int rows, int cols, int first) {
  namespace v16 = solutions::v16;
  static const v16::Table table;
  const int down = (rows - first + v16::tile_rows - 1) / v16::tile_rows,
            across = (cols + v16::tile_cols - 1) / v16::tile_cols;
  // A thread that drives a GPU takes time from another one: so whoever is free takes the next tile.
#pragma omp parallel for schedule(dynamic)
  for (int tile = 0; tile < down * across; ++tile) {
    const std::int64_t r = tile / across, c = tile % across, height = rows - first;
    v16::filter_tile(out, in, rows, cols, first + int(r * height / down), first + int((r + 1) * height / down),
        int(c * cols / across), int((c + 1) * cols / across), table);
  }
}

// v17 on the rows before `last`, but for the copying out of what lies behind them.
void by_gpu(float* out, const float* in, int rows, int cols, int last) {
  const std::size_t width = std::size_t(cols);
  shares::from = out, shares::to = out + std::size_t(last) * width;
  const int band = std::max(1, int((std::size_t{8} << 20) / (width * sizeof(float))));
  v17_of[0](out, in, std::min(rows, last + 2), cols, band, solutions::v15::entropy_v15);
}

void together(const HostGrids& grids, int border) {
  std::exception_ptr failed;
  std::thread driver;
  if (border > 0)
    driver = std::thread([&] {
      try {
        must(cudaSetDevice(0), "choosing a GPU");
        by_gpu(grids.out(), grids.in(), grids.rows(), grids.cols(), border);
      } catch (...) {
        failed = std::current_exception();
      }
    });
  if (border < grids.rows()) by_cpu(grids.out(), grids.in(), grids.rows(), grids.cols(), border);
  if (driver.joinable()) driver.join();
  if (failed) std::rethrow_exception(failed);
}

// spare: so many of the host's processors have no thread of v16, so that what drives the GPU need not wait for one.
void time_shares(harness::Rows& rows, int spare) {
  const int side = harness::dry_run() ? 96 : 10240, threads = std::max(1, omp_get_num_procs() - spare);
  omp_set_num_threads(threads);
  const HostGrids grids(side, side, true);
  harness::CpuStopwatch clock;
  const auto timed = [&](double share) {
    const int border = int(std::lround(side * (1 - share)));
    std::fill_n(grids.out(), grids.cells(), -1.0f);
    const harness::Timing time = harness::measure(clock, [&] { together(grids, border); },
        {.warm_up = 2, .min_samples = 15, .max_samples = 25, .max_total_ms = 150});
    must_be_right("a share", grids.out(), grids.in(), side, side);
    for (int row = std::max(0, border - 3); row < std::min(side, border + 3); ++row)
      for (int col = 0; col < side; col += 31)
        if (std::abs(grids.out()[std::size_t(row) * side + col] -
                     oracle::entropy_of_cell(grids.in(), side, side, row, col)) > 1e-5)
          throw std::runtime_error("row " + std::to_string(row) + " beside the border is wrong");
    return time;
  };
  const harness::Timing gpu = timed(0), cpu = timed(1);
  const auto add = [&](const char* chosen, double share, const harness::Timing& time) {
    // Each as fast as alone.
    const double predicted = std::max(share * cpu.median_ms, (1 - share) * gpu.median_ms);
    rows.add({{"chosen", chosen}, {"threads", threads}, {"rows", side}, {"cols", side}, {"memory", grids.memory()},
        {"cpu_share", share}, {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms},
        {"samples", time.samples}, {"predicted_ms", predicted}, {"times_v17", gpu.median_ms / time.median_ms}});
  };
  add("all to the GPU", 0, gpu);
  for (const double share : {0.1, 0.2, 0.3, 0.4, 0.5}) add("tried", share, timed(share));
  const double by_speed = gpu.median_ms / (gpu.median_ms + cpu.median_ms);
  add("by measured speed", by_speed, timed(by_speed));
  add("all to the CPU", 1, cpu);
  release_all();
}

void time_all(harness::Rows& rows) {
  for (const int spare : {0, 2}) time_shares(rows, spare);
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "steady_clock round the call, medians; pinned memory, touched before; v17 in bands of 8 MB on one GPU, v16 on "
      "all "
      "threads of the host; predicted: each as fast as when it is alone; results checked, at the border, too",
      time_all);
}
