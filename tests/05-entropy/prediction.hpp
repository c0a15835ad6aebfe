// Holds what a rung did to memory to what it predicts. Counted for a grid whose every warp is full.
#pragma once

#include "tests/05-entropy/entropy_grader.hpp"

namespace grading {

// "25", "1.31"
inline std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, std::abs(value - std::round(value)) < 0.005 ? "%.0f" : "%.2f", value);
  return text;
}

// Loads of one lane, for each cell.
struct PerCell {
  double global = 0, shared = 0;
  double sectors_per_request = 0;
};

inline const Grid& judged_grid() {
  static const Grid grid = grids::random(224, 224);  // a multiple of 28 and of 32
  return grid;
}

// Nothing when the result is wrong (which fails the test), or where nothing is counted.
inline std::optional<PerCell> counted(harness::Activity* activity = nullptr, const Grid& grid = judged_grid()) {
  const auto call = right_call(grid, "memory is judged");
  if (!call) return std::nullopt;
  const double cells = double(grid.cells.size());
  const harness::Activity& seen = call->activity;
  if (activity) *activity = seen;
  return PerCell{double(seen.load.lanes) / cells, 32 * double(seen.shared_load.requests) / cells, seen.load.sectors_per_request()};
}

inline std::string busiest(const harness::Activity& activity) {
  const harness::AccessSite* most = nullptr;
  for (const harness::AccessSite& site : activity.sites)
    if (site.direction == harness::Direction::load && (!most || site.traffic.lanes > most->traffic.lanes)) most = &site;
  return most ? " Most of them: " + most->file + " line " + std::to_string(most->line) + "." : "";
}

// `why` goes on where the numbers end: "the table is not in global memory".
inline void expect_global_loads(double least, double most, const std::string& why, const Grid& grid = judged_grid()) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "loads are graded on sim";
  harness::Activity activity;
  const auto seen = counted(&activity, grid);
  if (!seen) return;
  if (seen->global > most)
    ADD_FAILURE() << grid.words() << ": " << number(seen->global) << " loads from global memory a cell, at most " << number(most)
                  << " would do: " << why << "." << busiest(activity);
  else if (seen->global < least)
    ADD_FAILURE() << grid.words() << ": " << number(seen->global) << " loads from global memory a cell, and at least " << number(least)
                  << " belong to this rung: " << why << ".";
}

// In requests of a warp, times 32, for each cell.
inline void expect_shared_loads(double least, double most, const std::string& why) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "shared memory is graded on sim";
  const auto seen = counted();
  if (!seen) return;
  if (seen->shared >= least && seen->shared <= most) return;
  ADD_FAILURE() << judged_grid().words() << ": " << number(seen->shared) << " loads from shared memory a cell, "
                << (seen->shared < least ? "at least " + number(least) + " belong to this rung: " : "at most " + number(most) + " would do: ") << why << ".";
}

inline void expect_sectors_per_load(double most) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "sectors are graded on sim";
  harness::Activity activity;
  const auto seen = counted(&activity);
  if (!seen || seen->sectors_per_request <= most) return;
  ADD_FAILURE() << judged_grid().words() << ": your loads touch " << number(seen->sectors_per_request) << " sectors a request, " << number(most)
                << " would do: neighbouring lanes should own neighbouring columns." << busiest(activity);
}

}  // namespace grading
