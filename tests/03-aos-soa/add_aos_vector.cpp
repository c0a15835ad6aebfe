// Grades the lab add_aos_vector: a quarter of the requests, whole sectors.
// Run: grade-add_aos_vector.sim --module FILE.so --budget request_share=0.25
#include <gtest/gtest.h>

#include "tests/03-aos-soa/grading/budgets.hpp"
#include "tests/03-aos-soa/grading/trial.hpp"

namespace objects {
namespace {

auto gpu() { return trial<DeviceItems, DeviceItems, decltype(add_aos_vector)>("add_aos_vector", Task::add); }

TEST(Correctness, FewObjects) { expect_right(gpu(), few); }
TEST(Correctness, OddCounts) { expect_right(gpu(), odd); }
TEST(Correctness, ManyObjects) { expect_right(gpu(), many); }
TEST(Correctness, Drawn) { expect_right(gpu(), drawn_counts()); }
TEST(Correctness, Zeros) { expect_right_with_zeros(gpu()); }
TEST(Correctness, SameAddressesAgain) { grading::expect_nothing_remembered("add_aos_vector", with(gpu(), 700)); }
TEST(Correctness, NothingIsLeftBehind) { grading::expect_nothing_left("add_aos_vector", with(gpu(), 1000)); }
TEST(Correctness, AnyOrderOfStreams) { grading::expect_any_order_of_streams("add_aos_vector", with(gpu(), 900)); }
TEST(Correctness, OnTheDevice) { expect_work_on_device(gpu(), 32, 16); }
TEST(Correctness, AnyGrid) {
  expect_grid_to_follow_count(gpu(), call_of<DeviceItems, DeviceItems, decltype(add_aos_vector)>("add_aos_vector"));
}

TEST(Memory, Requests) { expect_request_share(gpu(), harness::budget("request_share")); }
TEST(Memory, WholeSectors) {
  expect_whole_sectors(gpu(), {.loaded = 32, .stored = 16}, {judged_count, 32, 96, drawn_count(32)});
}

}  // namespace
}  // namespace objects
