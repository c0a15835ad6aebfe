// Whether a filter for the CPU works with several threads, and whether they share the work.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <thread>

#include "tests/05-entropy/entropy_grader.hpp"

namespace grading {

// OpenMP reads these when the submission is loaded, which comes later. Who waits for others is to take no processor time.
inline const bool threads_asked_for = setenv("OMP_NUM_THREADS", "3", 1) == 0 &&
                                      setenv("OMP_DYNAMIC", "false", 1) == 0 &&
                                      setenv("OMP_WAIT_POLICY", "passive", 1) == 0;

inline int threads_of_this_process() {
  return int(
      std::distance(std::filesystem::directory_iterator("/proc/self/task"), std::filesystem::directory_iterator()));
}

// The most threads besides the calling one that lived at a time meanwhile.
template <typename Work>
int other_threads(const Work& work) {
  std::atomic<bool> done = false;
  int most = 0;
  std::thread watcher([&] {
    do most = std::max(most, threads_of_this_process() - 2);
    while (!done);
  });
  work();
  done = true;
  watcher.join();
  return most;
}

// Of all threads together, for that many calls.
inline double processor_time(Entropy* filter, const Grid& grid, std::vector<float>& out, int calls) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
  };
  const double before = now();
  for (int i = 0; i < calls; ++i) filter(out.data(), grid.cells.data(), grid.rows, grid.cols);
  return now() - before;
}

// How many times as much processor time eight OpenMP threads take together as one does: 1 where they share the work, 8
// where each does all of it. Two threads on one core may need twice the time, and waking them takes some; more than 4 in
// each of five turns is no such thing. 1 for what does without OpenMP.
inline double cost_of_eight_threads(const Grid& grid) {
  Entropy* const filter = harness::submission().function<Entropy>(function);
  std::vector<float> out(grid.cells.size());
  double least = 8;
  for (int turn = 0; turn < 5 && least > 4; ++turn) {
    if (!set_threads(1)) return 1;
    // Enough calls for a clock that may count ticks of 4 ms only.
    const auto begin = std::chrono::steady_clock::now();
    processor_time(filter, grid, out, 1);
    const double once = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const int calls = 1 + int(0.04 / std::max(once, 1e-4));
    const double one = processor_time(filter, grid, out, calls);
    set_threads(8);
    processor_time(filter, grid, out, 1);  // now there are eight
    least = one > 0 ? std::min(least, processor_time(filter, grid, out, calls) / one) : 1;
  }
  set_threads(3);
  return least;
}

inline void expect_several_threads() {
  if (!std::filesystem::exists("/proc/self/task")) GTEST_SKIP() << "threads are counted on Linux only";
  const Grid grid = grids::random(390, 310);
  int others = 0;
  for (int turn = 0; turn < 20 && others < 2; ++turn) {  // short calls may be over before anybody looks
    bool right = false;
    others = std::max(others, other_threads([&] { right = right_call(grid, "threads are judged").has_value(); }));
    if (!right) return;
  }
  if (others < 2)
    ADD_FAILURE()
        << grid.words() << ": with OMP_NUM_THREADS=3, " << (others == 0 ? "no other thread" : "only one other thread")
        << " took part. Which loop's turns do not depend on each other? #pragma omp parallel for shares them out.";
  else if (const double cost = cost_of_eight_threads(grid); cost > 4)
    ADD_FAILURE()
        << grid.words() << ": eight threads together take " << std::lround(cost)
        << " times the processor time of one: each of them does all the work. "
        << "#pragma omp parallel alone lets every thread go through the whole loop; parallel for shares its turns out.";
  else
    // The more threads, the sooner those meet that share what they should not.
    for (int turn = 0; turn < 3 && set_threads(8); ++turn)
      if (const std::string words = fault(grid); !words.empty()) {
        ADD_FAILURE() << grid.words() << ", with eight threads: " << words;
        break;
      }
  set_threads(3);
}

}  // namespace grading
