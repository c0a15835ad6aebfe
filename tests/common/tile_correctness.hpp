// The tests of a transpose through shared memory: first that the tile is in order, then what every transpose must pass.
#pragma once

#include "tests/common/tile_grader.hpp"

namespace grading {

extern const char* const function;  // "transpose_shared"; the including grader defines it

TEST(Correctness, Tile) { expect_clean_tile(function); }

}  // namespace grading

#include "tests/common/transpose_correctness.hpp"
