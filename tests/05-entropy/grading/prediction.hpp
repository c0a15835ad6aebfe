// Holds what a rung did to memory to what it predicts, on sim, where that is counted, for a grid whose every warp is full.
// Each function fails the current test with a sentence. `why` goes on where the numbers end: "the table is not in global
// memory".
#pragma once

#include <initializer_list>
#include <string>

#include "tests/05-entropy/grids.hpp"

namespace filters {

// Loads a cell, between `least` and `most`: from global memory of lanes, else requests of a warp times 32.
void expect_global_loads(double least, double most, const std::string& why);
// At most so many from global memory and through textures together.
void expect_loads_of_the_grid(double most, const std::string& why, const grids::Grid& grid);
void expect_shared_loads(double least, double most, const std::string& why);
void expect_constant_loads(double least, double most, const std::string& why);
void expect_texture_loads(double least, double most, const std::string& why);

// The ways to load that this rung has no use for: less than one load a cell by each. `why` says where things are instead.
enum class Way { shared, constant, texture };
void expect_no_loads(std::initializer_list<Way> ways, const std::string& why);

// Sectors for every 32 of the window's 25 loads a cell, from global memory.
void expect_sectors_per_load(double most);

// A table of doubles (8) or floats (4) that each thread has for itself, and none of the other kind.
void expect_private_table(int bytes);
void expect_no_private_table(const std::string& instead);  // "the table is in shared memory, one for all threads"

// No array of wider numbers with a place for each of the sixteen symbols (or some more; 25 are a window).
void expect_counters_of_a_byte();

// And none of narrower ones, for what those gain is another rung's.
void expect_counters_of_an_int();

// On a GPU instead: at least that share of a copy's speed, for a large grid.
void expect_copy_share(double budget);

}  // namespace filters
