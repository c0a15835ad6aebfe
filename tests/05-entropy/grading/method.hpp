// Whether a filter is made in the way that its lab is about, where the result alone does not tell: where logarithms come from,
// how wide counters are, what is kept of the whole grid. Known on sim only; each function fails the current test with a sentence.
#pragma once

namespace filters {

// The logarithms are computed, cell by cell.
void expect_logarithms_computed();

// They come from a table: how many are computed does not depend on what is in the grid. Where one table is for many cells,
// hardly any is.
void expect_logarithms_looked_up(bool one_table = true);

// Of versions for the CPU: the table has floats and the sums are doubles, which gives the same bits in any order; no array of
// wider numbers with a place for each of the sixteen symbols; no memory but the grids that grows with them.
void expect_float_table();
void expect_counters_of_a_byte_on_host();
void expect_counters_of_an_int_on_host();  // of another rung
void expect_no_sums_of_the_grid();

// Sums of sixteen symbols are kept for every cell, and the windows are counted by them: the grid is hardly read.
void expect_prefix_sums();

}  // namespace filters
