// Grades the lab aos_to_soa: right for every size, whole sectors on both sides, no bank conflicts.
// Run: grade-aos_to_soa.sim --module FILE.so --budget wavefronts_per_ideal=1.05
#include "tests/03-aos-soa/memory_budget.hpp"

namespace grading {
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
TEST(Correctness, OnTheDevice) { expect_work_on_device(gpu(), 16, 16); }
TEST(Correctness, AnyGrid) { expect_grid_to_follow_count(gpu()); }
TEST(Correctness, NothingIsLeftBehind) {
  expect_no_leak("aos_to_soa", [] { return gpu().fault(1000); });
}

// Multiples of 8 objects: then every array is whole sectors. Partial blocks and warps are among them.
TEST(Memory, WholeSectors) { expect_whole_sectors(gpu(), {judged_count, 32, 256, 1000, 8}); }

// Requests to shared memory take as many wavefronts as they would without bank conflicts, or nearly.
TEST(Memory, BankConflicts) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "wavefronts are graded on sim";
  const double budget = harness::budget("wavefronts_per_ideal");
  const auto seen = activity_of_right_call(gpu(), judged_count);
  if (!seen) return;
  for (const simt::Counters& traffic : {seen->shared_store, seen->shared_load}) {
    if (double(traffic.wavefronts) <= budget * double(traffic.ideal_wavefronts)) continue;
    const harness::Site* worst = nullptr;
    for (const harness::Site& site : seen->shared_sites)
      if (!worst || site.counters.wavefronts - site.counters.ideal_wavefronts >
                        worst->counters.wavefronts - worst->counters.ideal_wavefronts)
        worst = &site;
    ADD_FAILURE() << counted(judged_count) << "your requests to shared memory take "
                  << number(worst->counters.wavefronts_per_request()) << " wavefronts where "
                  << number(double(worst->counters.ideal_wavefronts) / double(worst->counters.requests))
                  << " would do: "
                  << (worst->lane_distance ? "neighbouring lanes are " + std::to_string(*worst->lane_distance) +
                                                 " bytes apart in the tile"
                                           : "several lanes meet in a bank")
                  << " (" << place(*worst) << "). Which bank has each of the 32 lanes?";
    return;
  }
}

}  // namespace
}  // namespace grading
