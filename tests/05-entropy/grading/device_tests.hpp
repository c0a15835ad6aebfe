// The tests that every version for the device must pass besides those of correctness.hpp. Included by its grader.
#pragma once

#include <gtest/gtest.h>

#include "tests/05-entropy/grading/whole_tests.hpp"

namespace filters {

TEST(Correctness, NothingLeft) { expect_nothing_left(); }
TEST(Correctness, AnyOrderOfStreams) { expect_any_order_of_streams(); }

}  // namespace filters
