// The tests that every transpose must pass, from the plainest matrix to the oddest, so that the first
// failure is the simplest. Included by each transpose lab's grader, which says whose transpose it grades.
#pragma once

#include <gtest/gtest.h>

#include "tests/common/habits.hpp"
#include "tests/common/transposes/grader.hpp"

namespace transposes {

extern const char* const function;  // "transpose_naive"; the including grader defines it

TEST(Correctness, Square) { expect_transposes(function, {{32, 32}, {64, 64}, {128, 128}}); }
TEST(Correctness, Tall) { expect_transposes(function, {{64, 32}, {160, 96}, {128, 16}}); }
TEST(Correctness, Wide) { expect_transposes(function, {{32, 64}, {96, 160}, {16, 128}}); }
TEST(Correctness, OneByOne) { expect_transposes(function, {{1, 1}}); }
TEST(Correctness, OneRow) { expect_transposes(function, {{1, 2}, {1, 33}, {1, 1000}, {1, 5000}}); }
TEST(Correctness, OneColumn) { expect_transposes(function, {{2, 1}, {33, 1}, {1000, 1}, {5000, 1}}); }
TEST(Correctness, Primes) { expect_transposes(function, {{2, 3}, {7, 5}, {37, 31}, {61, 67}, {131, 113}}); }
TEST(Correctness, Remainders) {
  expect_transposes(function, {{33, 32}, {32, 33}, {65, 63}, {100, 36}, {36, 100}, {34, 68}, {68, 34}, {255, 257}});
}
// More than a thousand on a side, and more tiles than an H200 has SMs; a larger area costs a student time and shows no more.
TEST(Correctness, LargeTall) { expect_transposes(function, {{1056, 160}}); }
TEST(Correctness, LargeWide) { expect_transposes(function, {{160, 1056}}); }
// As many rows and columns as there may be.
TEST(Correctness, LongAndThin) { expect_transposes(function, {{1, 32768}, {32768, 1}}); }
// A grid has at most 65,535 blocks in y; here it would have more, were each tile of 1024 elements one of them.
TEST(Correctness, VeryManyTiles) { expect_launches_taken(function, {32768, 2080}); }
TEST(Correctness, Drawn) { expect_transposes(function, drawn_shapes(64)); }
TEST(Correctness, EveryBit) { expect_every_bit(function); }
TEST(Correctness, OnTheDevice) { expect_work_on_device(function); }
TEST(Correctness, SameAddressesAgain) { grading::expect_nothing_remembered(function, trial(function, {37, 45})); }
TEST(Correctness, NothingIsLeftBehind) { grading::expect_nothing_left(function, trial(function, {32, 48})); }
// A single row or column may be copied, also in a stream.
TEST(Correctness, AnyOrderOfStreams) {
  for (const Shape shape : {Shape{40, 70}, Shape{1, 300}, Shape{300, 1}, Shape{1, 1}})
    if (!HasFailure()) grading::expect_any_order_of_streams(function, trial(function, shape));
}

}  // namespace transposes
