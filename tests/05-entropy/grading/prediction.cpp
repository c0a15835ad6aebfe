// Holds what a rung did to memory to what it predicts. Counted for a grid whose every warp is full.
#include "tests/05-entropy/grading/prediction.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "harness/judge/accused.hpp"
#include "tests/05-entropy/grading/filter_call.hpp"
#include "tests/05-entropy/grading/mistakes.hpp"
#include "tests/05-entropy/oracle.hpp"
#include "tests/common/budget.hpp"
#include "tests/common/speed.hpp"
#include "tests/common/words.hpp"

namespace filters {

using grading::many;
using grading::number;

namespace {

// Loads for each cell: from global memory and through textures of lanes, else requests of a warp times 32.
struct PerCell {
  double global = 0, shared = 0, constant = 0, texture = 0;
  double shared_lanes = 0, constant_lanes = 0;
};

const Grid& judged_grid() {
  static const Grid grid = grids::random(224, 224);  // a multiple of 28 and of 32
  return grid;
}

// Nothing when the result is wrong (which fails the test), or where nothing is counted.
std::optional<PerCell> counted(harness::Activity* activity = nullptr, const Grid& grid = judged_grid()) {
  if (!harness::backend().has_counters) return std::nullopt;
  // Several tests judge the same call: it is made once.
  static std::optional<Call> judged;
  const bool is_judged = &grid == &judged_grid();
  const auto call = is_judged && judged ? judged : right_call(grid, "memory is judged");
  if (!call) return std::nullopt;
  if (is_judged) judged = call;
  const double cells = double(grid.cells.size());
  const harness::Activity& seen = call->activity;
  if (activity) *activity = seen;
  if (double(seen.copied.by_surfaces) >= cells) {
    ADD_FAILURE() << grid.words() << ": " << number(double(seen.copied.by_surfaces) / cells)
                  << " bytes a cell are read and written through a surface, which is no way of any rung.";
    return std::nullopt;
  }
  if (const std::string words = grading::not_by_kernels(seen, grid.cells.size() / 2); !words.empty()) {
    ADD_FAILURE() << grid.words() << ": " << words;
    return std::nullopt;
  }
  // What comes in bulk is loaded, and another block's shared memory is shared memory.
  std::uint64_t in_bulk = 0;
  simt::Counters shared = seen.shared_load;
  for (const simt::Launch& launch : seen.kernels) {
    in_bulk += launch.total(simt::Space::bulk, simt::Op::load).bytes / sizeof(float);
    for (const simt::Op op : {simt::Op::load, simt::Op::atom}) shared += launch.total(simt::Space::cluster, op);
  }
  const std::uint64_t bytes = grid.cells.size() * sizeof(float);
  const std::uint64_t lanes = seen.load.lanes - seen.tickets(seen.sites, bytes).lanes;
  shared.requests -= seen.tickets(seen.shared_sites, bytes).requests;
  const auto per_cell = [&](std::uint64_t requests) { return simt::warp_lanes * double(requests) / cells; };
  return PerCell{double(lanes + in_bulk) / cells, per_cell(shared.requests), per_cell(seen.constant.requests),
      double(seen.texture.lanes) / cells, double(shared.lanes) / cells, double(seen.constant.lanes) / cells};
}

// The line that loads most, and what it is held to.
std::string busiest_load(const harness::Activity& activity, double measured, double budget, const std::string& unit) {
  const harness::Site* most = grading::busiest(activity, harness::Direction::load, &simt::Counters::lanes);
  if (most) harness::accuse(activity, *most, measured, budget, unit);
  return most ? " Most of them: " + place(*most) + "." : "";
}

}  // namespace

void expect_global_loads(double least, double most, const std::string& why) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "loads are graded on sim";
  harness::Activity activity;
  const auto seen = counted(&activity);
  if (!seen) return;
  if (seen->global > most)
    ADD_FAILURE() << judged_grid().words() << ": " << many(seen->global, "load")
                  << " from global memory a cell, at most " << number(most) << " would do: " << why << "."
                  << busiest_load(activity, seen->global, most, "loads a cell");
  else if (seen->global < least)
    ADD_FAILURE() << judged_grid().words() << ": " << many(seen->global, "load")
                  << " from global memory a cell, and at least " << number(least) << " belong to this rung: " << why
                  << ".";
}

void expect_loads_of_the_grid(double most, const std::string& why, const Grid& grid) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "loads are graded on sim";
  harness::Activity activity;
  const auto seen = counted(&activity, grid);
  if (!seen) return;
  // 16 logarithms and that of n, if a table is in constant memory; warps of which some lanes have no cell count whole.
  constexpr double look_ups = 17;
  if (seen->global + seen->texture <= most) {
    if (seen->constant >= look_ups + 1)
      FAIL() << grid.words() << ": " << number(seen->constant) << " loads from constant memory a cell, and "
             << number(look_ups) << " would look up all logarithms: " << why << ", by whatever way.";
    return;
  }
  const bool textures = seen->texture > seen->global;
  ADD_FAILURE() << grid.words() << ": " << number(seen->global + seen->texture)
                << (textures ? " loads through textures" : " loads from global memory") << " a cell, at most "
                << number(most) << " would do: " << why << "."
                << (textures ? "" : busiest_load(activity, seen->global, most, "loads a cell"));
}

namespace {

// Loads by another way; `where` as in "from shared memory".
void expect_loads(double PerCell::* kind, const std::string& where, double least, double most, const std::string& why) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "loads " << where << " are graded on sim";
  const auto counts = counted();
  if (!counts) return;
  const double seen = (*counts).*kind;
  if (seen >= least && seen <= most) return;
  ADD_FAILURE() << judged_grid().words() << ": " << many(seen, "load") << " " << where << " a cell, "
                << (seen < least ? "at least " + number(least) + " belong to this rung: "
                                 : "at most " + number(most) + " would do: ")
                << why << ".";
}

// How many different counts of 2 and more a window of the grid has on average: so many logarithms who looks up each once.
double different_counts() {
  const Grid& grid = judged_grid();
  std::size_t all = 0;
  for (int row = 0; row < grid.rows; ++row)
    for (int col = 0; col < grid.cols; ++col) {
      const Counted window = count(grid, row, col, 2, 2, 2, 2);
      for (int i = 2; i <= 25; ++i) all += std::find(window.of.begin(), window.of.end(), i) != window.of.end();
    }
  return double(all) / double(grid.cells.size());
}

// A warp makes a request for one lane that looks something up, and others may have what they want from elsewhere.
void expect_look_ups(double PerCell::* lanes, const std::string& where) {
  const auto counts = testing::Test::HasFailure() ? std::nullopt : counted();
  if (!counts || (*counts).*lanes >= different_counts()) return;
  ADD_FAILURE() << judged_grid().words() << ": a thread looks up " << many((*counts).*lanes, "logarithm") << " a cell "
                << where << ", and a window has " << number(different_counts())
                << " different counts of 2 and more: those of small counts, too, are looked up in the table.";
}
}  // namespace

void expect_shared_loads(double least, double most, const std::string& why) {
  expect_loads(&PerCell::shared, "from shared memory", least, most, why);
  if (least > 0) expect_look_ups(&PerCell::shared_lanes, "in shared memory");
}
void expect_constant_loads(double least, double most, const std::string& why) {
  expect_loads(&PerCell::constant, "from constant memory", least, most, why);
  if (least > 0) expect_look_ups(&PerCell::constant_lanes, "in constant memory");
}
void expect_texture_loads(double least, double most, const std::string& why) {
  expect_loads(&PerCell::texture, "through textures", least, most, why);
}

void expect_no_loads(std::initializer_list<Way> ways, const std::string& why) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "ways to load are graded on sim";
  const auto counts = counted();
  if (!counts) return;
  for (const Way way : ways) {
    const double seen = way == Way::shared ? counts->shared : way == Way::constant ? counts->constant : counts->texture;
    if (seen < 1) continue;
    ADD_FAILURE() << judged_grid().words() << ": " << many(seen, "load") << " "
                  << (way == Way::shared        ? "from shared memory"
                         : way == Way::constant ? "from constant memory"
                                                : "through textures")
                  << " a cell, and none belongs to this rung: " << why << ".";
    return;
  }
}

namespace {

// The arrays that each thread has for itself; nothing when the result is wrong.
std::optional<std::vector<simt::PrivateArray>> private_arrays() {
  harness::Activity activity;
  if (!counted(&activity)) return std::nullopt;
  std::vector<simt::PrivateArray> all;
  for (const simt::Launch& kernel : activity.kernels)
    all.insert(all.end(), kernel.private_arrays.begin(), kernel.private_arrays.end());
  return all;
}

// "table (26 of 8 bytes)"
std::string in_words(const simt::PrivateArray& array) {
  return array.name + " (" + std::to_string(array.elements) + " of " + std::to_string(array.element_bytes) +
         (array.element_bytes == 1 ? " byte)" : " bytes)");
}

// Without ln 0 it may have 25 entries. But 25 floats may be a window, too: what must not be there counts from 26 on.
bool is_table(const simt::PrivateArray& array, int bytes, int entries = 26) {
  return array.floating && array.element_bytes == bytes && int(array.elements) >= entries;
}

}  // namespace

void expect_private_table(int bytes) {
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
                << " of its own, an array inside the kernel that is not static, and your kernel has "
                << (own.empty() ? "none of a thread's own." : "these of a thread's own: " + own + ".");
}

void expect_no_private_table(const std::string& instead) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "a thread's arrays are graded on sim";
  const auto arrays = private_arrays();
  if (!arrays) return;
  for (const simt::PrivateArray& array : *arrays)
    // What has 8 bytes may hold a logarithm, whatever its type, and without ln 0 there are 25.
    if ((array.element_bytes == 8 && array.elements >= 25) || is_table(array, 4)) {
      ADD_FAILURE() << "each thread has " << in_words(array) << " for itself; in this rung " << instead << ".";
      return;
    }
}

void expect_counters_of_a_byte() {
  if (!harness::backend().has_counters) GTEST_SKIP() << "a thread's arrays are graded on sim";
  const auto arrays = private_arrays();
  if (!arrays) return;
  for (const simt::PrivateArray& array : *arrays)
    if (array.element_bytes > 1 && array.elements >= 16 && array.elements < 25 &&
        !(array.floating && array.element_bytes == 8)) {
      ADD_FAILURE() << "the counters " << in_words(array)
                    << " are wider than they need be: a window has 25 cells, and a counter of 8 bits holds that.";
      return;
    }
}

void expect_counters_of_an_int() {
  if (!harness::backend().has_counters) GTEST_SKIP() << "a thread's arrays are graded on sim";
  if (const auto arrays = private_arrays())
    if (const std::string words = narrow_counters(*arrays); !words.empty()) ADD_FAILURE() << words;
}

void expect_sectors_per_load(double most) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "sectors are graded on sim";
  harness::Activity activity;
  if (!counted(&activity)) return;
  // For what a window needs: loads beside those, however few sectors each touches, make nothing better.
  const double sectors = double(activity.load.sectors) * simt::warp_lanes / (25 * double(judged_grid().cells.size()));
  if (sectors <= most) return;
  ADD_FAILURE() << judged_grid().words() << ": your loads touch " << number(sectors)
                << " sectors for every 32 cells of "
                << "windows, " << number(most)
                << " would do: neighbouring lanes should own neighbouring columns, 16 or more of them in a row."
                << busiest_load(activity, sectors, most, "sectors for 32 cells");
}

void expect_copy_share(double budget) {
  constexpr int side = 10240;
  const Filter filter = harness::submission().function<Entropy>(function);
  const Grid grid = grids::random(side, side);
  harness::DeviceBuffer<float> in(grid.cells, "in"), out(grid.cells.size(), "out");
  const double share = grading::share_of_a_copys_speed(
      out.get(), in.get(), grid.cells.size() * sizeof(float), filter.bind(out.get(), in.get(), side, side));
  const std::vector<float> result = out.download();
  for (int row : {0, 1, 2, side / 2, side - 3, side - 2, side - 1})
    for (int col = 0; col < side; ++col) {
      const double is = result[std::size_t(row) * side + std::size_t(col)],
                   should = oracle::entropy_of_cell(grid.cells, side, side, row, col);
      if (std::abs(is - should) <= tolerance) continue;
      FAIL() << grid.words() << ": speed is judged when the result is right. " << cell_name(row, col) << " is "
             << decimals(is) << ", should be " << decimals(should) << ".";
    }
  if (share < budget)
    ADD_FAILURE() << grid.words() << ": the filter reaches " << number(100 * share) << " % of a copy's speed, and "
                  << number(100 * budget) << " % are asked for.";
}

}  // namespace filters
