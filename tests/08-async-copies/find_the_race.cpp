// Grades the lab find_the_race: each of five kernels is right, in order, and still overlaps copies and work.
// Run: grade-find_the_race.sim --module FILE.so --budget fetched=1.05 --budget overlapped=0.75
#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "tests/08-async-copies/grading/rows.hpp"

namespace row_sums {
namespace {

void expect_right(const char* function) {
  expect_sums(function, {{1, 256}, {2, 300}, {16, 64}, {40, 520}, {100, 3}});
  if (testing::Test::HasFailure()) return;
  expect_sums(function, drawn_shapes(2));
  expect_clean(function);
  if (!testing::Test::HasFailure()) grading::expect_nothing_remembered(function, trial(function, {17, 70}));
  if (!testing::Test::HasFailure()) grading::expect_nothing_left(function, trial(function, {17, 70}));
  if (!testing::Test::HasFailure()) grading::expect_any_order_of_streams(function, trial(function, {9, 90}));
}
void expect_on_the_way(const char* function) {
  expect_without_registers(function, judged_shape());
  // A block that works past its band does its neighbour's work again, with the same result.
  if (!testing::Test::HasFailure()) expect_fetched_once(function, judged_shape(), harness::budget("fetched"));
  if (!testing::Test::HasFailure()) expect_overlap(function, judged_shape(), harness::budget("overlapped"));
}

}  // namespace

TEST(First, Right) { expect_right("first_sums"); }
TEST(First, Overlap) { expect_on_the_way("first_sums"); }
TEST(Second, Right) { expect_right("second_sums"); }
TEST(Second, Overlap) { expect_on_the_way("second_sums"); }
TEST(Third, Right) { expect_right("third_sums"); }
TEST(Third, Overlap) { expect_on_the_way("third_sums"); }
TEST(Fourth, Right) { expect_right("fourth_sums"); }
TEST(Fourth, Overlap) { expect_on_the_way("fourth_sums"); }
TEST(Fifth, Right) { expect_right("fifth_sums"); }
TEST(Fifth, Overlap) { expect_on_the_way("fifth_sums"); }

}  // namespace row_sums
