// A test of every version that has no limit of its own on rows. Included by its grader.
#pragma once

#include <gtest/gtest.h>

#include "tests/05-entropy/grading/whole_tests.hpp"

namespace filters {

TEST(Correctness, ManyRows) { expect_right_on_many_rows(); }

}  // namespace filters
