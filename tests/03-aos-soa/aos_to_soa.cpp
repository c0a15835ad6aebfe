// Grades the lab aos_to_soa: right for every size, whole sectors on both sides, no bank conflicts.
// Run: grade-aos_to_soa.sim --module FILE.so --budget wavefronts_per_ideal=1.05
#include <gtest/gtest.h>

#include "tests/03-aos-soa/grading/budgets.hpp"
#include "tests/03-aos-soa/grading/trial.hpp"

namespace objects {
namespace {

auto gpu() { return trial<DeviceArrays, DeviceItems, decltype(aos_to_soa)>("aos_to_soa", Task::rearrange); }

// A tile is written by some threads and read by others: sim sees who does so without a barrier between.
TEST(Correctness, InOrder) {
  harness::check_order();
  expect_right(gpu(), {1, 33, 256, 1000});
}
TEST(Correctness, FewObjects) { expect_right(gpu(), few); }
TEST(Correctness, OddCounts) { expect_right(gpu(), odd); }
TEST(Correctness, ManyObjects) { expect_right(gpu(), many); }
TEST(Correctness, Drawn) { expect_right(gpu(), drawn_counts()); }
TEST(Correctness, Zeros) { expect_right_with_zeros(gpu()); }
TEST(Correctness, SameAddressesAgain) { grading::expect_nothing_remembered("aos_to_soa", with(gpu(), 700)); }
TEST(Correctness, NothingIsLeftBehind) { grading::expect_nothing_left("aos_to_soa", with(gpu(), 1000)); }
TEST(Correctness, AnyOrderOfStreams) { grading::expect_any_order_of_streams("aos_to_soa", with(gpu(), 900)); }
TEST(Correctness, OnTheDevice) { expect_work_on_device(gpu(), 16, 16); }
TEST(Correctness, AnyGrid) {
  expect_grid_to_follow_count(gpu(), call_of<DeviceArrays, DeviceItems, decltype(aos_to_soa)>("aos_to_soa"));
}

// Multiples of 8 objects: then every array is whole sectors. Partial blocks and warps are among them.
TEST(Memory, WholeSectors) {
  expect_whole_sectors(gpu(), {.loaded = 16, .stored = 16}, {judged_count, 32, 256, 1000, 8, drawn_count(32)});
}

TEST(Memory, BankConflicts) { expect_wavefronts(gpu(), harness::budget("wavefronts_per_ideal")); }

}  // namespace
}  // namespace objects
