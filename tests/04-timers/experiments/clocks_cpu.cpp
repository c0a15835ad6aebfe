// What a CPU's clocks resolve and what reading one costs. No GPU needed.
// Run: ./course bench timers --experiment clocks_cpu
#include <ctime>

#include <chrono>
#include <cstdint>

#include <omp.h>
#include <x86intrin.h>

#include "harness/experiment.hpp"
#include "tests/04-timers/sampling.hpp"

namespace {

using experiment::Clock;

// Nanoseconds of one tick of the time-stamp counter, by steady_clock over a tenth of a second.
double tsc_tick() {
  const auto begin = Clock::now();
  const std::uint64_t before = __rdtsc();
  while (experiment::microseconds(Clock::now() - begin) < 100'000) {
  }
  const auto end = Clock::now();
  return 1000 * experiment::microseconds(end - begin) / double(__rdtsc() - before);
}

// `read` gives nanoseconds. Two readings in a row: how far apart at the least, in the middle; and what one costs.
template <typename Read>
void add(harness::Rows& rows, const char* name, Read read) {
  const int pairs = harness::dry_run() ? 1000 : 200'000, batch = harness::dry_run() ? 10 : 10'000;
  std::vector<double> distances, costs;
  double smallest = 0;
  for (int i = 0; i < pairs; ++i) {
    const double first = read();
    double second = read();
    distances.push_back(second - first);
    // A coarse clock shows the same many times: wait for its next step.
    for (int tries = 0; second <= first && i < 1000 && tries < 1'000'000; ++tries) second = read();
    if (second > first && (smallest == 0 || second - first < smallest)) smallest = second - first;
  }
  volatile double sink = 0;
  for (int i = 0; i < 101; ++i) {
    const auto begin = Clock::now();
    for (int j = 0; j < batch; ++j) sink = read();
    costs.push_back(1000 * experiment::microseconds(Clock::now() - begin) / batch);
  }
  (void)sink;
  rows.add({{"clock", name}, {"smallest_step_ns", smallest}, {"nothing_ns", experiment::median(distances)},
      {"read_ns", experiment::median(costs)}});
}

double nanoseconds(const timespec& time) { return double(time.tv_sec % 1'000'000) * 1e9 + double(time.tv_nsec); }

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "smallest and median difference of two readings in a row (200,000 pairs); cost: median of 101 batches of 10,000 "
      "readings",
      [](harness::Rows& rows) {
        const auto origin = Clock::now();
        add(rows, "steady_clock", [&] { return double((Clock::now() - origin).count()); });
        const auto today = std::chrono::system_clock::now();
        add(rows, "system_clock", [&] { return double((std::chrono::system_clock::now() - today).count()); });
        const double started = omp_get_wtime();
        add(rows, "omp_get_wtime", [&] { return 1e9 * (omp_get_wtime() - started); });
        const double tick = tsc_tick();
        const std::uint64_t first = __rdtsc();
        add(rows, "rdtsc", [&] { return tick * double(__rdtsc() - first); });
        unsigned core = 0;
        add(rows, "rdtscp", [&] { return tick * double(__rdtscp(&core) - first); });
        add(rows, "coarse", [] {
          timespec time{};
          clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
          return nanoseconds(time);
        });
        add(rows, "clock", [] { return double(std::clock()) * 1e9 / CLOCKS_PER_SEC; });
        rows.add({{"clock", "tsc_tick"}, {"smallest_step_ns", tick}, {"nothing_ns", 0.0}, {"read_ns", 0.0}});
      });
}
