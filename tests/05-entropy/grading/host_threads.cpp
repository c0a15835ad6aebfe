// Whether a filter for the CPU works with several threads, whether they share the work, and whether they race.
#include "tests/05-entropy/grading/host_threads.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "harness/scripted.hpp"
#include "tests/05-entropy/grading/filter_call.hpp"
#include "tests/common/words.hpp"

namespace filters {

namespace {

// Loads and stores of one call, thread by thread; and how many of them had to be made one after the other.
struct Work {
  std::vector<std::uint64_t> of_threads;
  std::uint64_t span;
};
// Of so many calls, one after the other; the number of threads is said before the first.
std::vector<Work> work(const Grid& grid, int threads, int calls) {
  set_threads(threads);
  const Filter filter = harness::submission().watched_function<Entropy>(function);
  const harness::HostBuffer<float> in(grid.cells), out(std::vector<float>(grid.cells.size()));
  std::vector<Work> done;
  for (int call = 0; call < calls; ++call) {
    harness::forget_host_work();
    filter(out.get(), in.get(), grid.rows, grid.cols);
    done.push_back({harness::host_work(), harness::host_span()});
  }
  set_threads(3);
  return done;
}

std::uint64_t total(const std::vector<std::uint64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t(0));
}

// Of a call: what is wrong with how the work is shared, where no thread is to do more than `most` of it; empty if nothing is.
std::string sharing_fault(const Work& done, double most) {
  const std::vector<std::uint64_t>& counts = done.of_threads;
  // Who comes only to find that there is nothing to do has touched a little, too.
  const auto others =
      std::count_if(counts.begin() + 1, counts.end(), [&](std::uint64_t count) { return count * 100 > total(counts); });
  std::ostringstream text;
  if (others < 2) {
    text << (others == 0 ? "no other thread" : "only one other thread")
         << " took part. Which loop's turns do not depend on each other? #pragma omp parallel for shares them out.";
    return text.str();
  }
  const double share = double(*std::max_element(counts.begin(), counts.end())) / double(total(counts));
  const double in_a_row = double(done.span) / double(total(counts));
  if (share > most)
    text << "one thread does " << std::lround(100 * share)
         << " % of the work, while the others wait. Is the loop over the cells shared out, or only another one?";
  else if (in_a_row > most)
    text << std::lround(100 * in_a_row)
         << " % of the work is done one after the other: the threads wait for each other, at a critical section, "
            "a lock or the like. What of it is only one thread's own?";
  return text.str();
}

// How many elements of in so many threads read together. Of all their loads and stores g++ makes more or fewer, by where it puts a
// thread's function in line; the grid's are loaded all the same.
std::uint64_t reads_of_the_grid(const Grid& grid, int threads) {
  set_threads(threads);
  const Filter filter = harness::submission().watched_function<Entropy>(function);
  const harness::HostBuffer<float> in(grid.cells), out(std::vector<float>(grid.cells.size()));
  harness::count_host_footprint(in.get(), grid.cells.size() * sizeof(float));
  filter(out.get(), in.get(), grid.rows, grid.cols);
  set_threads(3);
  return harness::host_footprint().reads;
}

}  // namespace

void expect_several_threads(const Grid& grid) {
  if (!right_call(grid, "threads are judged")) return;
  // A fair share is a third. Where one takes what the others leave it may be nearly half; where all cells are computed by
  // three, and then once more by one, it is two thirds.
  constexpr double most_of_three = 0.6;
  const std::vector<Work> calls = work(grid, 3, 2);
  // Of eight it is an eighth; a quarter where there are four, however many are asked for.
  constexpr double most_of_eight = 0.4;
  // Where the windows of two threads meet, both load the same elements.
  constexpr double most_loads_of_eight = 1.5;
  const Work of_eight = work(grid, 8, 1)[0];
  // How many times as much eight do together as one does: 1 where they share the work, 8 where each does all of it.
  const double cost = double(total(of_eight.of_threads)) / double(total(work(grid, 1, 1)[0].of_threads));
  if (const std::string first = sharing_fault(calls[0], most_of_three), second = sharing_fault(calls[1], most_of_three);
      !first.empty())
    ADD_FAILURE() << grid.words() << ": with OMP_NUM_THREADS=3, " << first;
  else if (!second.empty())
    // What omp_set_num_threads says holds for all that comes after, the caller's own loops included.
    ADD_FAILURE() << grid.words()
                  << ": with OMP_NUM_THREADS=3, the second call is another one than the first: " << second;
  else if (const std::string eighth = sharing_fault(of_eight, most_of_eight); !eighth.empty())
    ADD_FAILURE() << grid.words() << ": with OMP_NUM_THREADS=8, " << eighth;
  else if (cost > 4)
    ADD_FAILURE()
        << grid.words() << ": eight threads together do " << std::lround(cost)
        << " times the work of one: each of them does all the work. "
        << "#pragma omp parallel alone lets every thread go through the whole loop; parallel for shares its turns out.";
  else if (const double reads = double(reads_of_the_grid(grid, 8)) / double(reads_of_the_grid(grid, 1));
      reads > most_loads_of_eight)
    ADD_FAILURE() << grid.words() << ": eight threads together load " << grading::number(reads)
                  << " times as many elements of in as one does: what more of them do is done twice, or for nothing.";
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
