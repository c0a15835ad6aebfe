// Grades the lab double_buffer: right, in order, without registers, and the next row on its way while one is worked on.
// Run: grade-double_buffer.sim --module FILE.so --budget fetched=1.05 --budget overlapped=0.75
#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "tests/08-async-copies/grading/rows.hpp"

namespace row_sums {

constexpr const char* function = "double_buffer";

TEST(Correctness, OneRow) { expect_sums(function, {{1, 256}, {1, 512}, {1, 1}, {1, 300}}); }
TEST(Correctness, TwoRows) { expect_sums(function, {{2, 256}, {2, 31}, {2, 1000}}); }
TEST(Correctness, ManyRows) { expect_sums(function, {{64, 256}, {70, 300}, {33, 64}, {129, 20}}); }
TEST(Correctness, OneColumn) { expect_sums(function, {{5, 1}, {100, 1}, {3, 2}}); }
TEST(Correctness, Wide) { expect_sums(function, {{3, 5000}, {40, 1025}}); }
// More of either than a byte counts, and as many columns as there may be.
TEST(Correctness, LongAndThin) { expect_sums(function, {{259, 3}, {4099, 1}, {1, 32'768}}); }
TEST(Correctness, MostRows) { expect_last_sums(function, {32'768, 1}); }
TEST(Correctness, Drawn) { expect_sums(function, drawn_shapes(4)); }
TEST(Correctness, SameAddressesAgain) { grading::expect_nothing_remembered(function, trial(function, {37, 300})); }
TEST(Correctness, NothingIsLeftBehind) { grading::expect_nothing_left(function, trial(function, {32, 256})); }
TEST(Correctness, AnyOrderOfStreams) { grading::expect_any_order_of_streams(function, trial(function, {40, 200})); }

TEST(Order, NobodyMeets) { expect_clean(function); }

TEST(Copies, WithoutRegisters) { expect_without_registers(function, judged_shape()); }
TEST(Copies, OfOddColumns) { expect_without_registers(function, odd_shape()); }
TEST(Copies, EachElementOnce) { expect_fetched_once(function, judged_shape(), harness::budget("fetched")); }

TEST(Overlap, TheNextRowIsOnItsWay) { expect_overlap(function, judged_shape(), harness::budget("overlapped")); }

}  // namespace row_sums
