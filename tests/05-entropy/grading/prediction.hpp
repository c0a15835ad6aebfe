// Holds what a rung did to memory to what it predicts, on sim, where that is counted, for a grid whose every warp is full.
// Each function fails the current test with a sentence. `why` goes on where the numbers end: "the table is not in global
// memory".
#pragma once

#include <string>

#include "tests/05-entropy/grids.hpp"

namespace filters {

// Loads a cell, between `least` and `most`: from global memory of lanes, else requests of a warp times 32.
void expect_global_loads(double least, double most, const std::string& why);
void expect_global_loads(double least, double most, const std::string& why, const grids::Grid& grid);
void expect_shared_loads(double least, double most, const std::string& why);
void expect_constant_loads(double least, double most, const std::string& why);
void expect_texture_loads(double least, double most, const std::string& why);

// Sectors of a request that loads from global memory.
void expect_sectors_per_load(double most);

// A table of doubles (8) or floats (4) that each thread has for itself, and none of the other kind.
void expect_private_table(int bytes);
void expect_no_private_table(const std::string& place);  // where it is instead: "in shared memory"

// No array of wider numbers with a place for each of the sixteen symbols (or one more).
void expect_counters_of_a_byte();

// On a GPU instead: at least that share of a copy's speed, for a large grid.
void expect_copy_share(double budget);

}  // namespace filters
