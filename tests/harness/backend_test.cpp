// Tests of what the sim backend tells about launches. The sums themselves are tested in tests/simt.
#include "harness/backend.hpp"

#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include "harness/device_buffer.hpp"
#include "harness/scripted.hpp"
#include "harness/timing.hpp"
#include "simt/simt.hpp"

namespace {

TEST(Backend, SimCountsAndTellsNoTime) {
  EXPECT_EQ(harness::backend().name, "sim");
  EXPECT_TRUE(harness::backend().has_counters);
  EXPECT_FALSE(harness::backend().has_time);
  EXPECT_EQ(harness::backend().missing, "");
  EXPECT_THROW(harness::device_stopwatch(), harness::DeviceError);
}

TEST(Backend, NothingHappenedIsNothingWrong) {
  harness::watch();
  const harness::Activity seen = harness::activity();
  EXPECT_EQ(seen.fault, "");
  EXPECT_EQ(seen.launches, std::size_t{0});
  EXPECT_EQ(seen.worst(harness::Direction::load), nullptr);
}

TEST(Backend, CopiesOnTheDevice) {
  const std::vector<int> values = {1, 2, 3};
  harness::DeviceBuffer<int> from(values, "from"), to(3, "to");
  harness::device_copy(to.get(), from.get(), 3 * sizeof(int));
  EXPECT_EQ(to.download(), values);
}

TEST(Backend, SaysWhereItsNumbersComeFrom) {
  EXPECT_NE(harness::provenance().machine.find("simulator"), std::string::npos);
}

TEST(Traffic, HoldsOtherWidthsToTheSameMeasure) {
  const harness::Traffic floats{1, 32, 128, 4, 4}, vectors{1, 32, 512, 16, 16}, one_lane{1, 1, 4, 1, 1};
  EXPECT_EQ(floats.sectors_per_warp_of_floats(), 4);
  EXPECT_EQ(vectors.sectors_per_warp_of_floats(), 4);
  EXPECT_EQ(one_lane.sectors_per_warp_of_floats(), 32);
  EXPECT_EQ(vectors.sectors_per_request(), 16);
  EXPECT_EQ(one_lane.bytes_used_of_sectors(), 0.125);
}

TEST(Activity, TheWorstSiteMovesTheMostBeyondTheIdeal) {
  harness::Activity activity;
  activity.sites = {{"a.cu", 1, harness::Direction::load, 4, {10, 320, 1280, 320, 40}, {}, 0},
      {"a.cu", 2, harness::Direction::store, 4, {1, 32, 128, 32, 4}, {}, 0},
      {"a.cu", 3, harness::Direction::store, 4, {100, 3200, 12800, 400, 400}, {}, 0}};
  EXPECT_EQ(activity.worst(harness::Direction::store)->line, 2);
  EXPECT_EQ(activity.worst(harness::Direction::load)->line, 1);
}

TEST(Activity, ARaceComesBeforeTheResultAndWhatWasNeverWrittenBehind) {
  harness::Activity checked;
  EXPECT_EQ(checked.with_disorder("out[0] is wrong."), "out[0] is wrong.");
  checked.unwritten = "reads b";
  EXPECT_EQ(checked.with_disorder("out[0] is wrong."), "out[0] is wrong. Perhaps that comes from here: reads b.");
  checked.shared_race = "writes a";
  EXPECT_EQ(checked.with_disorder("out[0] is wrong."), "writes a. The result: out[0] is wrong.");
  EXPECT_EQ(checked.with_disorder(""), "");
}

TEST(Backend, ChecksTheOrderOfOneCallAndLeavesTheOthersAsTheyWere) {
  for (const bool before : {false, true}) {
    harness::check_order(before, false);
    const harness::Activity seen = harness::with_order_checked([] {
      EXPECT_TRUE(simt::checks().race);
      EXPECT_TRUE(simt::checks().uninitialized);
      harness::Activity activity;
      activity.threads = 7;
      return activity;
    });
    EXPECT_EQ(seen.threads, 7u);
    EXPECT_EQ(simt::checks().race, before);
    EXPECT_FALSE(simt::checks().uninitialized);
  }
  harness::check_order(false, false);
}

TEST(Activity, AtomicsAreNoStores) {
  harness::Activity activity;
  activity.store = {10, 320, 1280, 42, 40};
  activity.atomic = {2, 64, 256, 10, 8};
  const harness::Traffic plain = activity.stores_without_atomics();
  EXPECT_EQ(plain.requests, 8u);
  EXPECT_EQ(plain.bytes, 1024u);
  EXPECT_EQ(plain.sectors, 32u);
  EXPECT_EQ(plain.ideal_sectors, 32u);
}

TEST(Scripted, EventsFollowTheScriptAndAreCompleteOnceWaitedFor) {
  static std::uint64_t now;
  now = 5'000'000;
  harness::script_events([] { return now; });
  const std::size_t alive = harness::live_events();
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  EXPECT_EQ(harness::live_events(), alive + 2);
  cudaEventRecord(begin);
  now += 250'000;
  cudaEventRecord(end);
  float ms = 0;
  EXPECT_EQ(cudaEventElapsedTime(&ms, begin, end), cudaErrorNotReady);
  cudaEventSynchronize(end);
  EXPECT_EQ(cudaEventElapsedTime(&ms, begin, end), cudaSuccess);
  EXPECT_EQ(ms, 0.25f);
  EXPECT_EQ(harness::stream_calls().size(), 7u);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  harness::script_events(nullptr);
  EXPECT_TRUE(harness::stream_calls().empty());
  cudaGetLastError();
}

}  // namespace
