// The tests of a transpose through shared memory: first that the tile is in order, then what every transpose must pass.
#pragma once

#include <gtest/gtest.h>

#include "tests/common/transposes/tile.hpp"

namespace transposes {

extern const char* const function;  // "transpose_shared"; the including grader defines it

TEST(Correctness, Tile) { expect_clean_tile(function); }

}  // namespace transposes

#include "tests/common/transposes/correctness.hpp"
