// v16 beside a copy of the same grid by as many threads, and beside its own arithmetic on data that stay in the caches.
// Run: ./course bench entropy --experiment host_copy
#include <omp.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "harness/experiment.hpp"
#include "tests/05-entropy/cpu_versions.hpp"
#include "tests/05-entropy/sample_cells.hpp"

namespace {

using namespace experiments;
namespace v16 = solutions::v16;

// A plain loop reads what it is about to overwrite, as v16 does.
void copy_by_loop(float* out, const float* in, int rows, int cols) {
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    const std::size_t at = std::size_t(row) * std::size_t(cols);
#pragma omp simd
    for (int col = 0; col < cols; ++col) out[at + std::size_t(col)] = in[at + std::size_t(col)];
  }
}

// The library may write past the caches, which spares that reading.
void copy_by_memcpy(float* out, const float* in, int rows, int cols) {
#pragma omp parallel
  {
    const std::size_t cells = std::size_t(rows) * std::size_t(cols), count = std::size_t(omp_get_num_threads()),
                      me = std::size_t(omp_get_thread_num());
    const std::size_t first = cells * me / count, last = cells * (me + 1) / count;
    std::memcpy(out + first, in + first, (last - first) * sizeof(float));
  }
}

// As many tiles as v16 has, but each thread works on one tile of its own again and again.
void tiles_in_cache(float*, const float* in, int rows, int cols) {
  static const v16::Table table;
  const int down = (rows + v16::tile_rows - 1) / v16::tile_rows, across = (cols + v16::tile_cols - 1) / v16::tile_cols;
  const int width = cols / across, height = rows / down;
#pragma omp parallel
  {
    std::vector<float> mine(std::size_t(width) * std::size_t(height)), result(mine.size());
    std::copy_n(in, mine.size(), mine.begin());
#pragma omp for
    for (int tile = 0; tile < down * across; ++tile)
      v16::filter_tile(result.data(), mine.data(), height, width, 0, height, 0, width, table);
  }
}

void time_all(harness::Rows& rows) {
  const int all = omp_get_num_procs(), side = harness::dry_run() ? 130 : 10240;
  const std::size_t cells = std::size_t(side) * std::size_t(side);
  // Not touched before the threads that will use them do.
  const std::unique_ptr<float[]> in(new float[cells]), out(new float[cells]);
  fill_random(in.get(), side, side);
  copy_by_loop(out.get(), in.get(), side, side);
  std::vector<int> counts;
  for (int count = 1; count < all; count *= 2) counts.push_back(count);
  counts.push_back(all);
  for (const int threads : counts) {
    omp_set_num_threads(threads);
    double fastest_ms = 0;  // of the copies
    const auto add = [&](const char* what, Entropy* work, bool copies) {
      harness::CpuStopwatch clock;
      const harness::Timing time = harness::measure(clock, [&] { work(out.get(), in.get(), side, side); },
          {.warm_up = 1, .min_samples = 3, .max_samples = 40, .max_total_ms = 500});
      if (copies) fastest_ms = fastest_ms > 0 ? std::min(fastest_ms, time.median_ms) : time.median_ms;
      rows.add({{"what", what}, {"threads", threads}, {"rows", side}, {"cols", side}, {"median_ms", time.median_ms},
          {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms}, {"samples", time.samples},
          {"ns_per_cell", time.median_ms * 1e6 / double(cells)}, {"gb_per_s", 8e-6 * double(cells) / time.median_ms},
          {"copy_share", fastest_ms / time.median_ms}});
    };
    add("copy, a loop", copy_by_loop, true);
    add("copy, memcpy", copy_by_memcpy, true);
    add("v16", v16::entropy_v16, false);
    must_be_right("v16", out.get(), in.get(), side, side);
    add("v16, tiles in the caches", tiles_in_cache, false);
    if (threads == 1) add("v12", solutions::v12::entropy_v12, false);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "steady_clock, median; memory first touched by the threads; gb_per_s: 8 bytes a cell, read and written; "
      "copy_share: "
      "the time of the faster copy by as many threads over this",
      time_all);
}
