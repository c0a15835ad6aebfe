// Grades the lab one_field: the right sum in both layouts; bytes fetched for each byte used 1 and 4.
// Run: grade-one_field.sim --module FILE.so --budget bytes_per_byte_soa=1 --budget bytes_per_byte_aos=4
#include <gtest/gtest.h>

#include "tests/03-aos-soa/grading/budgets.hpp"
#include "tests/03-aos-soa/grading/sum.hpp"

namespace objects {
namespace {

auto soa() { return trial_of_sum<DeviceArrays, decltype(one_field_soa)>("one_field_soa"); }
auto aos() { return trial_of_sum<DeviceItems, decltype(one_field_aos)>("one_field_aos"); }

// Many threads add to one sum: sim sees who does so without an atomic or a barrier, also where nothing was lost.
TEST(Correctness, InOrder) {
  harness::check_order();
  expect_right(soa(), {2, 33, 1000});
  expect_right(aos(), {2, 33, 1000});
}
TEST(Correctness, SoaFewObjects) { expect_right(soa(), few); }
TEST(Correctness, SoaOddCounts) { expect_right(soa(), odd); }
TEST(Correctness, SoaManyObjects) { expect_right(soa(), many); }
TEST(Correctness, AosFewObjects) { expect_right(aos(), few); }
TEST(Correctness, AosOddCounts) { expect_right(aos(), odd); }
TEST(Correctness, AosManyObjects) { expect_right(aos(), many); }

TEST(Correctness, SoaAnyGrid) { expect_grid_to_follow_count(soa()); }
TEST(Correctness, AosAnyGrid) { expect_grid_to_follow_count(aos()); }
TEST(Correctness, NothingIsLeftBehind) {
  expect_no_leak("one_field_soa", soa());
  expect_no_leak("one_field_aos", aos());
}

TEST(Memory, Soa) { expect_bytes_per_byte(soa(), harness::budget("bytes_per_byte_soa")); }
TEST(Memory, Aos) { expect_bytes_per_byte(aos(), harness::budget("bytes_per_byte_aos")); }

}  // namespace
}  // namespace objects
