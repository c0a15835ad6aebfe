// Grades the lab add_soa: right on both processors; on the GPU 4 sectors a request.
// Run: grade-add_soa.sim --module FILE.so --budget sectors_per_request=4
#include <gtest/gtest.h>

#include "tests/03-aos-soa/grading/budgets.hpp"
#include "tests/03-aos-soa/grading/trial.hpp"

namespace objects {
namespace {

auto gpu() { return trial<DeviceArrays, DeviceArrays, decltype(add_soa)>("add_soa", Task::add); }
auto cpu() { return trial<HostArrays, HostArrays, decltype(add_soa_cpu)>("add_soa_cpu", Task::add); }

TEST(Correctness, FewObjects) { expect_right(gpu(), few); }
TEST(Correctness, OddCounts) { expect_right(gpu(), odd); }
TEST(Correctness, ManyObjects) { expect_right(gpu(), many); }
TEST(Correctness, Drawn) { expect_right(gpu(), drawn_counts()); }
TEST(Correctness, Zeros) { expect_right_with_zeros(gpu()); }
TEST(Correctness, SameAddressesAgain) { grading::expect_nothing_remembered("add_soa", with(gpu(), 700)); }
TEST(Correctness, NothingIsLeftBehind) { grading::expect_nothing_left("add_soa", with(gpu(), 1000)); }
TEST(Correctness, AnyOrderOfStreams) { grading::expect_any_order_of_streams("add_soa", with(gpu(), 900)); }
TEST(Correctness, OnTheDevice) { expect_work_on_device(gpu(), 32, 16); }
TEST(Correctness, AnyGrid) {
  expect_grid_to_follow_count(gpu(), call_of<DeviceArrays, DeviceArrays, decltype(add_soa)>("add_soa"));
}

TEST(Cpu, FewObjects) { expect_right(cpu(), few); }
TEST(Cpu, OddCounts) { expect_right(cpu(), odd); }
TEST(Cpu, ManyObjects) { expect_right(cpu(), many); }
TEST(Cpu, VeryManyObjects) { expect_right(cpu(), very_many); }
TEST(Cpu, Drawn) { expect_right(cpu(), drawn_counts()); }
TEST(Cpu, Zeros) { expect_right_with_zeros(cpu()); }
TEST(Cpu, SameAddressesAgain) { grading::expect_nothing_remembered("add_soa_cpu", with(cpu(), 700)); }
TEST(Cpu, OnTheHost) { expect_work_on_host(cpu()); }
TEST(Cpu, NothingIsLeftBehind) { grading::expect_nothing_left("add_soa_cpu", with(cpu(), 700)); }

TEST(Memory, Sectors) { expect_sectors(gpu(), harness::budget("sectors_per_request")); }

}  // namespace
}  // namespace objects
