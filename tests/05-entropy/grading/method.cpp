// How a filter is made (method.hpp): by counting logarithms, memory and reads of the grid in a right call.
#include "tests/05-entropy/grading/method.hpp"

#include <algorithm>
#include <bit>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "harness/scripted.hpp"
#include "tests/05-entropy/grading/filter_call.hpp"
#include "tests/05-entropy/player/mixed_precision.hpp"
#include "tests/common/words.hpp"

namespace filters {

using grading::many;
using grading::number;

namespace {

bool nothing_is_counted() { return !harness::backend().has_counters; }

// Logarithms a cell, in a right call; nothing when the result is wrong, which fails the test.
std::optional<double> logarithms(const Grid& grid) {
  harness::ask<std::uint64_t>("logarithms");  // those of calls before
  if (!right_call(grid, "the logarithms are judged")) return std::nullopt;
  return double(harness::ask<std::uint64_t>("logarithms")) / double(grid.cells.size());
}

// "4 logarithms are computed a cell"
std::string computed(double logarithms) {
  const std::string words = many(logarithms, "logarithm");
  return words + (words.ends_with('s') ? " are" : " is") + " computed a cell";
}

// How often a table's logarithms, ln 1 … ln 25, are computed where there is one cell.
double fills_for_one_cell() {
  const auto of_one = logarithms(grids::constant(1, 1));
  return of_one ? *of_one / 25 : 0;
}

}  // namespace

void expect_logarithms_computed() {
  if (nothing_is_counted()) GTEST_SKIP() << "logarithms are counted on sim";
  const Grid grid = grids::random(96, 128);
  const auto seen = logarithms(grid);
  if (seen && *seen < 1)
    ADD_FAILURE() << grid.words() << ": " << computed(*seen)
                  << ", and in this rung there is no table: each thread computes those of its window.";
}

void expect_logarithms_looked_up(bool one_table) {
  if (nothing_is_counted()) GTEST_SKIP() << "logarithms are counted on sim";
  const Grid plain = grids::constant(64, 96), mixed = grids::random(64, 96);
  if (!logarithms(plain)) return;  // what is made once is made now
  const auto of_plain = logarithms(plain), of_mixed = logarithms(mixed);
  if (!of_plain || !of_mixed) return;
  // Who fills a table cell by cell computes all its entries.
  constexpr double entries = 20;
  if (one_table && std::max(*of_mixed, *of_plain) > 0.9)
    ADD_FAILURE() << (*of_mixed > 0.9 ? mixed : plain).words() << ": " << computed(std::max(*of_mixed, *of_plain))
                  << ", and in this rung they are looked up in a table that is made once for many cells.";
  else if (const double fills = one_table && *of_plain > 0.5 ? fills_for_one_cell() : 0; fills > 2)
    ADD_FAILURE() << "the table is computed " << number(fills) << " times for a grid of a single cell, with "
                  << many(25 * fills, "logarithm") << ": let no more threads compute it than it has entries, each "
                  << "one of them, once for all threads of a block.";
  else if (*of_plain > 0.5 && *of_plain < entries)
    ADD_FAILURE() << plain.words() << ": " << computed(*of_plain)
                  << ", beside a table: in this rung all are looked up, that of n and those of "
                     "large counts, too.";
  else if (*of_mixed > 1.1 * *of_plain + 0.1)
    ADD_FAILURE() << mixed.words() << ": " << computed(*of_mixed) << ", and " << number(*of_plain)
                  << " where all symbols are the same: in this rung they are looked up, whatever the counts are.";
}

void expect_float_table() {
  const Grid grid = grids::random(150, 150);
  const auto call = right_call(grid, "the table is judged");
  if (!call) return;
  std::vector<float> expected(grid.cells.size());
  mixed_precision(expected.data(), grid.cells.data(), grid.rows, grid.cols);
  std::size_t others = 0;
  for (std::size_t i = 0; i < expected.size(); ++i)
    others += std::bit_cast<std::uint32_t>(expected[i]) != std::bit_cast<std::uint32_t>(call->out[i]);
  if (100 * others > expected.size())
    ADD_FAILURE() << grid.words() << ": the table is not one of floats, or sums are not doubles: " << others << " of "
                  << expected.size()
                  << " cells have other bits than floats' logarithms, multiplied and added as doubles, give.";
}

void expect_counters_of_an_int_on_host() {
  if (nothing_is_counted()) GTEST_SKIP() << "a function's arrays are graded on sim";
  const auto filter = harness::submission().watched_function<Entropy>(function);
  if (const std::string words = narrow_counters(harness::local_arrays_of_file(filter.address())); !words.empty())
    ADD_FAILURE() << words;
}

void expect_counters_of_a_byte_on_host() {
  if (nothing_is_counted()) GTEST_SKIP() << "a function's arrays are graded on sim";
  const auto filter = harness::submission().watched_function<Entropy>(function);
  for (const simt::PrivateArray& array : harness::local_arrays_of_file(filter.address()))
    if (array.element_bytes > 1 && array.elements >= 16 && array.elements < 25 &&
        !(array.floating && array.element_bytes == 8)) {
      ADD_FAILURE()
          << "the counters " << array.name << " (" << array.elements << " of " << array.element_bytes
          << " bytes) are wider than they need be: a window has 25 cells, and a counter of 8 bits holds that.";
      return;
    }
}

namespace {

const Grid& grid_of_the_footprint() {
  static const Grid grid = grids::random(150, 200);
  return grid;
}

// By one thread.
std::optional<harness::HostFootprint> footprint() {
  const Grid& grid = grid_of_the_footprint();
  if (!right_call(grid, "the method is judged")) return std::nullopt;
  set_threads(1);
  const Filter filter = harness::submission().watched_function<Entropy>(function);
  const harness::HostBuffer<float> in(grid.cells), out(std::vector<float>(grid.cells.size()));
  harness::count_host_footprint(in.get(), grid.cells.size() * sizeof(float));
  filter(out.get(), in.get(), grid.rows, grid.cols);
  set_threads(3);
  return harness::host_footprint();
}

}  // namespace

void expect_no_sums_of_the_grid() {
  if (nothing_is_counted()) GTEST_SKIP() << "memory is counted on sim";
  const auto seen = footprint();
  if (!seen) return;
  const double bytes = double(seen->bytes) / double(grid_of_the_footprint().cells.size());
  if (bytes > 20)
    ADD_FAILURE() << grid_of_the_footprint().words() << ": " << number(bytes)
                  << " bytes of memory are used a cell, and in and out have 8: in this rung each window is counted by "
                     "itself.";
}

void expect_prefix_sums() {
  if (nothing_is_counted()) GTEST_SKIP() << "memory is counted on sim";
  const auto seen = footprint();
  if (!seen) return;
  const Grid& grid = grid_of_the_footprint();
  const double cells = double(grid.cells.size()), bytes = double(seen->bytes) / cells,
               reads = double(seen->reads) / cells, look_ups = double(seen->other_reads) / cells,
               often = double(seen->often_read) / cells;
  if (bytes < 22)
    ADD_FAILURE()
        << grid.words() << ": no prefix sums are kept, for " << number(bytes)
        << " bytes of memory are used a cell: in and out have 8, and sixteen sums would take 16 at the least.";
  else if (reads > 17)
    ADD_FAILURE()
        << grid.words() << ": each cell of in is read " << number(reads)
        << " times; with prefix sums once or, symbol by symbol, sixteen times will do: the windows are counted "
           "by differences of sums.";
  else if (often > 0.9)  // a sum is read four times, and perhaps twice to make others
    ADD_FAILURE()
        << grid.words() << ": " << number(often)
        << " bytes a cell are read 18 times and more, so are the windows counted cell by cell, in a copy of in, "
           "whatever sums there are? Four look-ups in a symbol's sums give its count.";
  else if (look_ups > 145)
    ADD_FAILURE()
        << grid.words() << ": are these sums along one direction only, for " << number(look_ups)
        << " numbers are read a cell, and four look-ups for each of sixteen symbols are 64, with about as many to "
           "make the sums of rows and columns.";
}

}  // namespace filters
