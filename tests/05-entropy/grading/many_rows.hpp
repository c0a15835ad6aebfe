// A test of every version with a thread for each cell that has no limit of its own on rows. Included by its grader.
#pragma once

#include <gtest/gtest.h>

#include "tests/05-entropy/grading/whole_tests.hpp"

namespace filters {

constexpr int past_a_short = 33'000;

TEST(Correctness, ManyRows) { expect_right_on_many_rows(past_a_short); }
TEST(Correctness, ManyColumns) {
  const Grid grid = grids::random(1, past_a_short);
  if (const std::string words = fault(grid); !words.empty())
    FAIL() << grid.words() << ": " << (fault(grids::random(1, 300)).empty() ? "columns kept in 16 bits? " : "")
           << words;
}

}  // namespace filters
