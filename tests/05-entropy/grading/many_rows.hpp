// A test of every version with a thread for each cell that has no limit of its own on rows. Included by its grader.
#pragma once

#include <gtest/gtest.h>

#include "tests/05-entropy/grading/whole_tests.hpp"

namespace filters {

constexpr int past_16_bits = 66'000;  // with a sign or without

TEST(Correctness, ManyRows) { expect_right_on_many_rows(past_16_bits, true); }
TEST(Correctness, ManyCells) {
  expect_index_kept_whole();
  if (!testing::Test::HasFailure()) expect_threads_for_large_grids();
}
TEST(Correctness, ManyColumns) { expect_right_on_many_columns(past_16_bits); }

}  // namespace filters
