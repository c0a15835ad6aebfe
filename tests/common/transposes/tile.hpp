// Holds a submitted transpose to what its tile of shared memory must be, on sim. Each function fails the current test with
// a sentence that says where and why.
#pragma once

#include "tests/common/transposes/budgets.hpp"

namespace transposes {

// Ordered by barriers, and wholly written before it is read. A tile read where nobody has written is no mistake if what
// was read is thrown away, as it may be at the edge of the matrix. So that counts only if the result is wrong too, or
// where no tile is cut by an edge.
void expect_clean_tile(const char* function);

// Every element is written to shared memory and read from there.
void expect_through_tile(const char* function);

// All shared requests together take no more than `budget` times the wavefronts that their bytes need. Not each by itself:
// a column read by two half-empty requests would hide a 2-way conflict. (What the profiler calls ideal is each by itself.)
// Where edges cut tiles, requests are not full, and what the profiler calls ideal is what they are held to.
void expect_wavefronts(const char* function, double budget, Sizes sizes = Sizes::whole_sectors);

// The tile takes up exactly `bytes`, those of 32×32 floats: none in between is left out.
void expect_tile_bytes(const char* function, double bytes);

}  // namespace transposes
