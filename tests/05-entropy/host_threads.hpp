// Whether a filter for the CPU works with several threads.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <iterator>

#include "tests/05-entropy/entropy_grader.hpp"

namespace grading {

// OpenMP reads this when the submission is loaded, which comes later.
inline const bool threads_asked_for = setenv("OMP_NUM_THREADS", "3", 1) == 0 && setenv("OMP_DYNAMIC", "false", 1) == 0;

inline int threads_of_this_process() {
  return int(std::distance(std::filesystem::directory_iterator("/proc/self/task"), std::filesystem::directory_iterator()));
}

// OpenMP's threads wait for more work when a parallel region is over, so they are still there after the call.
inline void expect_several_threads() {
  if (!std::filesystem::exists("/proc/self/task")) GTEST_SKIP() << "threads are counted on Linux only";
  const Grid grid = grids::random(90, 70);
  const auto call = right_call(grid, "threads are judged");
  if (!call) return;
  const int others = threads_of_this_process() - 1;
  if (others < 2)
    ADD_FAILURE() << grid.words() << ": with OMP_NUM_THREADS=3, " << (others == 0 ? "no other thread" : "only one other thread")
                  << " took part. Which loop's turns do not depend on each other? #pragma omp parallel for shares them out.";
}

}  // namespace grading
