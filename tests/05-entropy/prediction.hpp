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

// Loads for each cell: from global memory of lanes, else requests of a warp times 32.
struct PerCell {
  double global = 0, shared = 0, constant = 0, texture = 0;
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
  const auto per_cell = [&](std::uint64_t requests) { return 32 * double(requests) / cells; };
  return PerCell{double(seen.load.lanes) / cells, per_cell(seen.shared_load.requests), per_cell(seen.constant.requests),
      per_cell(seen.texture.requests), seen.load.sectors_per_request()};
}

inline std::string busiest(const harness::Activity& activity) {
  const harness::Site* most = nullptr;
  for (const harness::Site& site : activity.sites)
    if (harness::direction_of(site.op) == harness::Direction::load &&
        (!most || site.counters.lanes > most->counters.lanes))
      most = &site;
  return most ? " Most of them: " + place(*most) + "." : "";
}

// `why` goes on where the numbers end: "the table is not in global memory".
inline void expect_global_loads(double least, double most, const std::string& why, const Grid& grid = judged_grid()) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "loads are graded on sim";
  harness::Activity activity;
  const auto seen = counted(&activity, grid);
  if (!seen) return;
  if (seen->global > most)
    ADD_FAILURE() << grid.words() << ": " << number(seen->global) << " loads from global memory a cell, at most "
                  << number(most) << " would do: " << why << "." << busiest(activity);
  else if (seen->global < least)
    ADD_FAILURE() << grid.words() << ": " << number(seen->global) << " loads from global memory a cell, and at least "
                  << number(least) << " belong to this rung: " << why << ".";
}

// Loads by another way; `where` as in "from shared memory".
inline void expect_loads(
    double PerCell::* kind, const std::string& where, double least, double most, const std::string& why) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "loads " << where << " are graded on sim";
  const auto counts = counted();
  if (!counts) return;
  const double seen = (*counts).*kind;
  if (seen >= least && seen <= most) return;
  ADD_FAILURE() << judged_grid().words() << ": " << number(seen) << " loads " << where << " a cell, "
                << (seen < least ? "at least " + number(least) + " belong to this rung: "
                                 : "at most " + number(most) + " would do: ")
                << why << ".";
}
inline void expect_shared_loads(double least, double most, const std::string& why) {
  expect_loads(&PerCell::shared, "from shared memory", least, most, why);
}
inline void expect_constant_loads(double least, double most, const std::string& why) {
  expect_loads(&PerCell::constant, "from constant memory", least, most, why);
}
inline void expect_texture_loads(double least, double most, const std::string& why) {
  expect_loads(&PerCell::texture, "through textures", least, most, why);
}

// The arrays that each thread has for itself; nothing when the result is wrong.
inline std::optional<std::vector<simt::PrivateArray>> private_arrays() {
  harness::Activity activity;
  if (!counted(&activity)) return std::nullopt;
  std::vector<simt::PrivateArray> all;
  for (const simt::Launch& kernel : activity.kernels)
    all.insert(all.end(), kernel.private_arrays.begin(), kernel.private_arrays.end());
  return all;
}

// "table (26 of 8 bytes)"
inline std::string in_words(const simt::PrivateArray& array) {
  return array.name + " (" + std::to_string(array.elements) + " of " + std::to_string(array.element_bytes) +
         (array.element_bytes == 1 ? " byte)" : " bytes)");
}

// Without ln 0 it may have 25 entries. But 25 floats may be a window, too: what must not be there counts from 26 on.
inline bool is_table(const simt::PrivateArray& array, int bytes, int entries = 26) {
  return array.floating && array.element_bytes == bytes && int(array.elements) >= entries;
}

// A table of doubles (8) or floats (4) that each thread has for itself, and none of the other kind.
inline void expect_private_table(int bytes) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "a thread's arrays are graded on sim";
  const auto arrays = private_arrays();
  if (!arrays) return;
  const std::string type = bytes == 8 ? "doubles" : "floats";
  std::string own;
  bool found = false;
  for (const simt::PrivateArray& array : *arrays) {
    own += (own.empty() ? "" : ", ") + in_words(array);
    found |= is_table(array, bytes, 25);
    if (is_table(array, 12 - bytes)) {
      ADD_FAILURE() << in_words(array) << " belongs to another rung: the table of this one is " << type << ".";
      return;
    }
  }
  if (found) return;
  ADD_FAILURE() << "in this rung each thread has a table of 26 " << type
                << " of its own, an array inside the kernel that is not static. "
                << (own.empty() ? "Your kernel has no array of a thread's own."
                                : "Your kernel has these of a thread's own: " + own + ".");
}

inline void expect_no_private_table(const std::string& place) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "a thread's arrays are graded on sim";
  const auto arrays = private_arrays();
  if (!arrays) return;
  for (const simt::PrivateArray& array : *arrays)
    if (is_table(array, 8) || is_table(array, 4)) {
      ADD_FAILURE() << "each thread has " << in_words(array) << " for itself; in this rung the table is " << place
                    << ", one for all threads.";
      return;
    }
}

// An array with a place for each of the sixteen symbols (or one more).
inline void expect_counters_of_a_byte() {
  if (!harness::backend().has_counters) GTEST_SKIP() << "a thread's arrays are graded on sim";
  const auto arrays = private_arrays();
  if (!arrays) return;
  for (const simt::PrivateArray& array : *arrays)
    if (!array.floating && array.element_bytes > 1 && (array.elements == 16 || array.elements == 17)) {
      ADD_FAILURE() << "the counters " << in_words(array)
                    << " are wider than they need be: a window has 25 cells, and a counter of 8 bits holds that.";
      return;
    }
}

inline void expect_sectors_per_load(double most) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "sectors are graded on sim";
  harness::Activity activity;
  const auto seen = counted(&activity);
  if (!seen || seen->sectors_per_request <= most) return;
  ADD_FAILURE() << judged_grid().words() << ": your loads touch " << number(seen->sectors_per_request)
                << " sectors a request, " << number(most)
                << " would do: neighbouring lanes should own neighbouring columns." << busiest(activity);
}

}  // namespace grading
