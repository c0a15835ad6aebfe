// Whether a filter for the CPU works with several threads, whether they share the work, and whether they race.
//
// All of that is asked of the submission's watched code, whose threads take turns in a fixed order (simt/openmp/): the
// answers are the same on any machine, however busy it is.
#pragma once

#include <vector>

#include "tests/05-entropy/grids.hpp"

namespace filters {

// Several threads take part, they share the work, and eight of them get it right.
void expect_several_threads(const grids::Grid& grid = grids::random(130, 103));

// No two threads touch the same memory, one of them writing, with nothing between that orders them.
void expect_no_races(const std::vector<grids::Grid>& tried);

// Small, for every access is looked at; one with more rows than a tile, one with more columns.
std::vector<grids::Grid> grids_for_races();

}  // namespace filters
