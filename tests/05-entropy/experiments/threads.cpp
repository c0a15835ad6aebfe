// Times the versions for the CPU on one, two, four … all threads.
// Run: ./course bench entropy --experiment threads
#include <omp.h>

#include <string>
#include <vector>

#include "harness/experiment.hpp"
#include "tests/05-entropy/cpu_versions.hpp"
#include "tests/05-entropy/sample_cells.hpp"

namespace {

using namespace experiments;

std::vector<int> thread_counts(int all) {
  std::vector<int> counts;
  for (int count = 1; count < all; count *= 2) counts.push_back(count);
  counts.push_back(all);
  return counts;
}

void time_threads(harness::Rows& rows) {
  const int all = omp_get_num_procs();
  for (const int side : harness::dry_run() ? std::vector{40} : std::vector{400, 2560, 10240}) {
    std::vector<float> in(std::size_t(side) * std::size_t(side)), out(in.size());
    fill_random(in.data(), side, side);
    for (const CpuVersion& version : cpu_versions) {
      double one_ms = 0;
      for (const int threads : thread_counts(all)) {
        // The largest grid: for the versions with the fewest look-ups, and for threads enough.
        if (side > 10000 && (std::string(version.name) < "v12" || 4 * threads < all)) continue;
        omp_set_num_threads(threads);
        harness::CpuStopwatch stopwatch;
        const harness::TimingRules rules{
            .warm_up = 1, .min_samples = side > 1000 ? 3 : 7, .max_samples = 40, .max_total_ms = 300, .noise = 0.01};
        const harness::Timing found =
            harness::measure(stopwatch, [&] { version.filter(out.data(), in.data(), side, side); }, rules);
        must_be_right(version.name, out.data(), in.data(), side, side);
        if (threads == 1) one_ms = found.median_ms;
        rows.add({{"version", version.name}, {"rows", side}, {"cols", side}, {"threads", threads},
            {"median_ms", found.median_ms}, {"q1_ms", found.q1_ms}, {"q3_ms", found.q3_ms}, {"samples", found.samples},
            {"ns_per_cell", found.median_ms * 1e6 / double(in.size())},
            {"speed_up", one_ms > 0 ? one_ms / found.median_ms : 0}});  // 0: not timed on one thread
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "steady_clock, median; the host's memory, touched before; speed_up over one thread, 0 where that was not timed",
      time_threads);
}
