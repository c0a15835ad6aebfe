// The tests that every version must pass, from the plainest grid to the oddest, so that the first failure is the simplest.
// Included by each rung's grader, which says whose filter it grades.
#pragma once

#include <gtest/gtest.h>

#include "tests/05-entropy/grading/filter_call.hpp"
#include "tests/05-entropy/grading/whole_tests.hpp"

namespace filters {

TEST(Correctness, FirstCalls) { expect_first_calls_right(); }
TEST(Correctness, Constant) {
  expect_right({grids::constant(32, 32), grids::constant(9, 13, 0), grids::constant(33, 35, 7)});
}
TEST(Correctness, Checkerboard) { expect_right({grids::checkerboard(32, 32), grids::checkerboard(37, 29)}); }
TEST(Correctness, AllSixteen) { expect_right({grids::all_sixteen(32, 32), grids::all_sixteen(30, 50)}); }
TEST(Correctness, Random) { expect_right({grids::random(32, 32), grids::random(96, 160), grids::random(259, 257, 7)}); }
TEST(Correctness, Smooth) { expect_right({grids::smooth(64, 64), grids::smooth(75, 131)}); }
TEST(Correctness, SmallerThanTheWindow) { expect_right(random_of(grids::smaller_than_the_window)); }
TEST(Correctness, OneRowOrColumn) { expect_right(random_of(grids::lines)); }
TEST(Correctness, NearTilesAndBlocks) { expect_right(random_of(grids::near_tiles)); }
TEST(Correctness, DrawnShapes) { expect_right_on_drawn_shapes(); }
TEST(Correctness, InOrderInManyBlocks) { expect_order_in_many_blocks(); }
TEST(Correctness, EveryDivision) { expect_right({grids::all_divisions()}); }
TEST(Correctness, CallAfterCall) { expect_nothing_kept(); }
TEST(Correctness, Range) { expect_range(); }
TEST(Correctness, OnTheRightSide) { expect_work_where_it_belongs(); }

}  // namespace filters
