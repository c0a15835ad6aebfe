// Whether a filter for the CPU works with several threads, whether they share the work, and whether they race.
#include "tests/05-entropy/grading/host_threads.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "harness/scripted.hpp"
#include "tests/05-entropy/grading/filter_call.hpp"

namespace filters {

namespace {

// Loads and stores of one call, thread by thread; and how many of them had to be made one after the other.
struct Work {
  std::vector<std::uint64_t> of_threads;
  std::uint64_t span;
};
Work work(const Grid& grid, int threads) {
  set_threads(threads);
  const Filter filter = harness::submission().watched_function<Entropy>(function);
  const harness::HostBuffer<float> in(grid.cells), out(std::vector<float>(grid.cells.size()));
  harness::forget_host_work();
  filter(out.get(), in.get(), grid.rows, grid.cols);
  const Work done{harness::host_work(), harness::host_span()};
  set_threads(3);
  return done;
}

std::uint64_t total(const std::vector<std::uint64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t(0));
}

// How many times as much eight threads do together as one does: 1 where they share the work, 8 where each does all of it.
double cost_of_eight_threads(const Grid& grid) {
  return double(total(work(grid, 8).of_threads)) / double(total(work(grid, 1).of_threads));
}

}  // namespace

void expect_several_threads() {
  const Grid grid = grids::random(130, 103);
  if (!right_call(grid, "threads are judged")) return;
  const auto [counts, span] = work(grid, 3);
  // Who comes only to find that there is nothing to do has touched a little, too.
  const auto others =
      std::count_if(counts.begin() + 1, counts.end(), [&](std::uint64_t count) { return count * 100 > total(counts); });
  if (others < 2)
    ADD_FAILURE()
        << grid.words() << ": with OMP_NUM_THREADS=3, " << (others == 0 ? "no other thread" : "only one other thread")
        << " took part. Which loop's turns do not depend on each other? #pragma omp parallel for shares them out.";
  else if (const double share = double(*std::max_element(counts.begin(), counts.end())) / double(total(counts));
      share > 0.7)
    ADD_FAILURE()
        << grid.words() << ": with OMP_NUM_THREADS=3, one thread does " << std::lround(100 * share)
        << " % of the work, while the others wait. Is the loop over the cells shared out, or only another one?";
  else if (const double in_a_row = double(span) / double(total(counts)); in_a_row > 0.7)
    ADD_FAILURE()
        << grid.words() << ": with OMP_NUM_THREADS=3, " << std::lround(100 * in_a_row)
        << " % of the work is done one after the other: the threads wait for each other, at a critical section, "
           "a lock or the like. What of it is only one thread's own?";
  else if (const double cost = cost_of_eight_threads(grid); cost > 4)
    ADD_FAILURE()
        << grid.words() << ": eight threads together do " << std::lround(cost)
        << " times the work of one: each of them does all the work. "
        << "#pragma omp parallel alone lets every thread go through the whole loop; parallel for shares its turns out.";
  else {
    set_threads(8);
    const std::string words = fault(grid);
    set_threads(3);
    if (!words.empty()) ADD_FAILURE() << grid.words() << ", with eight threads: " << words;
  }
}

void expect_no_races(const std::vector<Grid>& tried) {
  for (const Grid& grid : tried)
    for (const int threads : {3, 8}) {
      set_threads(threads);
      const std::string words = race_in(
          threads == 3 ? harness::TurnOrder::forward : harness::TurnOrder::backward, [&] { return call_once(grid); });
      set_threads(3);
      if (words.empty()) continue;
      ADD_FAILURE() << grid.words() << ", " << threads << " threads: " << words;
      return;
    }
}

std::vector<Grid> grids_for_races() {
  return {grids::random(19, 23), grids::random(1, 70), grids::random(150, 9), grids::random(7, 2100)};
}

}  // namespace filters
