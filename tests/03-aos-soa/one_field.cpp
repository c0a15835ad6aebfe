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
  expect_right(soa(), {2, 33, 1000, 9000});
  expect_right(aos(), {2, 33, 1000, 9000});
}
TEST(Correctness, SoaFewObjects) { expect_right(soa(), few); }
TEST(Correctness, SoaOddCounts) { expect_right(soa(), odd); }
TEST(Correctness, SoaManyObjects) { expect_right(soa(), many); }
TEST(Correctness, AosFewObjects) { expect_right(aos(), few); }
TEST(Correctness, AosOddCounts) { expect_right(aos(), odd); }
TEST(Correctness, AosManyObjects) { expect_right(aos(), many); }

// Each c is loaded by a kernel.
TEST(Correctness, SoaOnTheDevice) { expect_work_on_device(soa(), 4, 0); }
TEST(Correctness, AosOnTheDevice) { expect_work_on_device(aos(), 4, 0); }
TEST(Correctness, SoaDrawn) { expect_right(soa(), drawn_counts()); }
TEST(Correctness, SoaSameAddressesAgain) { grading::expect_nothing_remembered("one_field_soa", with(soa(), 700)); }
TEST(Correctness, SoaNothingIsLeftBehind) { grading::expect_nothing_left("one_field_soa", with(soa(), 1000)); }
TEST(Correctness, SoaAnyOrderOfStreams) { grading::expect_any_order_of_streams("one_field_soa", with(soa(), 900)); }
TEST(Correctness, AosDrawn) { expect_right(aos(), drawn_counts()); }
TEST(Correctness, AosSameAddressesAgain) { grading::expect_nothing_remembered("one_field_aos", with(aos(), 700)); }
TEST(Correctness, AosNothingIsLeftBehind) { grading::expect_nothing_left("one_field_aos", with(aos(), 1000)); }
TEST(Correctness, AosAnyOrderOfStreams) { grading::expect_any_order_of_streams("one_field_aos", with(aos(), 900)); }
TEST(Correctness, SoaAnyGrid) {
  expect_grid_to_follow_count(soa(), call_of_sum<DeviceArrays, decltype(one_field_soa)>("one_field_soa"));
}
TEST(Correctness, AosAnyGrid) {
  expect_grid_to_follow_count(aos(), call_of_sum<DeviceItems, decltype(one_field_aos)>("one_field_aos"));
}

TEST(Memory, Soa) { expect_bytes_per_byte(soa(), harness::budget("bytes_per_byte_soa")); }
TEST(Memory, Aos) { expect_bytes_per_byte(aos(), harness::budget("bytes_per_byte_aos")); }

}  // namespace
}  // namespace objects
