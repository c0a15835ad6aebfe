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

TEST(Backend, AGpuMayBeMissingOrTooOld) {
  using harness::Backend, harness::what_is_missing;
  EXPECT_EQ(what_is_missing({.name = "sim"}, 90), "");
  EXPECT_EQ(what_is_missing({.name = "cuda", .missing = "no GPU"}, 90), "nothing to run CUDA on (no GPU)");
  EXPECT_EQ(what_is_missing({.name = "cuda", .capability = 90}, 90), "");
  EXPECT_EQ(what_is_missing({.name = "cuda", .capability = 120}, 90), "");
  EXPECT_EQ(what_is_missing({.name = "cuda", .capability = 75}), "");
  EXPECT_EQ(what_is_missing({.name = "cuda", .capability = 89}, 90),
      "compute capability 9.0 is needed, and this GPU has 8.9");
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

TEST(Backend, ASmallDeviceIsSmallWhileItLives) {
  const auto multiprocessors = [] {
    int attribute = 0;
    cudaDeviceProp device{};
    EXPECT_EQ(cudaDeviceGetAttribute(&attribute, cudaDevAttrMultiProcessorCount, 0), cudaSuccess);
    EXPECT_EQ(cudaGetDeviceProperties(&device, 0), cudaSuccess);
    EXPECT_EQ(device.multiProcessorCount, attribute);
    return attribute;
  };
  {
    const harness::SmallDevice small(8);
    EXPECT_EQ(multiprocessors(), 8);
  }
  EXPECT_EQ(multiprocessors(), 132);
}

TEST(Backend, SaysWhereItsNumbersComeFrom) {
  EXPECT_NE(harness::provenance().machine.find("simulator"), std::string::npos);
}

TEST(Traffic, HoldsOtherWidthsToTheSameMeasure) {
  const simt::Counters floats{1, 32, 128, 4, 4}, vectors{1, 32, 512, 16, 16}, one_lane{1, 1, 4, 1, 1};
  EXPECT_EQ(floats.sectors_per_warp_of_floats(), 4);
  EXPECT_EQ(vectors.sectors_per_warp_of_floats(), 4);
  EXPECT_EQ(one_lane.sectors_per_warp_of_floats(), 32);
  EXPECT_EQ(vectors.sectors_per_request(), 16);
  EXPECT_EQ(one_lane.bytes_used_of_sectors(), 0.125);
}

TEST(Activity, TheWorstSiteMovesTheMostBeyondTheIdeal) {
  harness::Activity activity;
  const auto site = [](int line, simt::Op op, const simt::Counters& counters) {
    return harness::Site{{{"rooms/a.cu", line, "f"}, simt::Space::global, op, 4, counters, {}}, {}, 0};
  };
  activity.sites = {site(1, simt::Op::load, {10, 320, 1280, 320, 40}), site(2, simt::Op::red, {1, 32, 128, 32, 4}),
      site(3, simt::Op::store, {100, 3200, 12800, 400, 400})};
  EXPECT_EQ(place(*activity.worst(harness::Direction::store)), "a.cu line 2");
  EXPECT_EQ(place(*activity.worst(harness::Direction::load)), "a.cu line 1");
}

TEST(Activity, ARaceComesBeforeTheResultAndWhatWasNeverWrittenBehind) {
  harness::Activity checked;
  EXPECT_EQ(checked.with_disorder("out[0] is wrong."), "out[0] is wrong.");
  checked.unwritten = "reads b";
  EXPECT_EQ(checked.with_disorder("out[0] is wrong."), "out[0] is wrong: perhaps because reads b.");
  EXPECT_EQ(checked.with_disorder("2 of 9 cells are wrong, all at an edge: is there a halo?"),
      "2 of 9 cells are wrong: perhaps because reads b.");
  checked.shared_race = "writes a";
  EXPECT_EQ(checked.with_disorder("out[0] is wrong."), "writes a.");
  EXPECT_EQ(checked.with_disorder(""), "");
}

TEST(Backend, ChecksTheOrderOfOneCallAndLeavesTheOthersAsTheyWere) {
  for (const bool before : {false, true}) {
    harness::check_order(before, false);
    const harness::Activity seen = harness::with_order_checked([] {
      EXPECT_EQ(simt::checks(), "race,uninitialized");
      harness::Activity activity;
      activity.threads = 7;
      return activity;
    });
    EXPECT_EQ(seen.threads, 7u);
    EXPECT_EQ(simt::checks(), before ? "race," : "");
  }
  harness::check_order(false, false);
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

TEST(Acquired, IsWhatWasMadeAndNotGivenBack) {
  const std::size_t known = harness::acquired().size();
  void *device = nullptr, *pinned = nullptr, *managed = nullptr;
  cudaStream_t stream;
  cudaMalloc(&device, 8);
  cudaMallocHost(&pinned, 12);
  cudaMallocManaged(&managed, 16);
  cudaStreamCreate(&stream);
  char own[64];
  cudaHostRegister(own, sizeof own, 0);
  std::string seen;
  for (const simt::Acquired& one : harness::acquired())
    seen += one.what + " " + std::to_string(one.bytes) + " " + one.given_back_by + "; ";
  EXPECT_NE(seen.find("device memory 8 cudaFree; pinned host memory 12 cudaFreeHost; managed memory 16 cudaFree; "
                      "registered host memory 64 cudaHostUnregister; a stream 0 cudaStreamDestroy; "),
      std::string::npos)
      << seen;
  cudaFree(device);
  cudaFreeHost(pinned);
  cudaFree(managed);
  cudaHostUnregister(own);
  cudaStreamDestroy(stream);
  EXPECT_EQ(harness::acquired().size(), known);
}

TEST(Copied, ByWhomAndWhere) {
  harness::DeviceBuffer<int> named(4, "out");
  void *spare = nullptr, *pinned = nullptr;
  int own[4] = {};
  harness::watch();
  cudaMalloc(&spare, 16);
  cudaMemcpy(spare, named.get(), 16, cudaMemcpyDeviceToDevice);
  simt::Copied copied = harness::activity().copied;
  EXPECT_EQ(copied.to_host + copied.into_named + copied.on_both_sides, 0u);
  cudaMemcpy(own, spare, 12, cudaMemcpyDeviceToHost);
  cudaMemcpy(named.get(), spare, 8, cudaMemcpyDefault);
  cudaMallocHost(&pinned, 16);
  cudaMemcpy(pinned, spare, 4, cudaMemcpyDefault);
  cudaMemcpy(own, pinned, 4, cudaMemcpyHostToHost);
  copied = harness::activity().copied;
  EXPECT_EQ(copied.to_host, 12u + 4u + 4u);
  EXPECT_EQ(copied.into_named, 8u);
  EXPECT_EQ(copied.on_both_sides, 16u);
  cudaFree(spare);
  cudaFreeHost(pinned);
}

TEST(Deferred, WorkIsStillToComeUntilSomebodyWaits) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  int done = 0;
  harness::defer_work(true);
  cudaLaunchHostFunc(stream, [](void* to) { *static_cast<int*>(to) = 1; }, &done);
  EXPECT_EQ(done, 0);
  cudaStreamSynchronize(stream);
  EXPECT_EQ(done, 1);
  harness::defer_work(false);
  cudaStreamDestroy(stream);
}

TEST(FirstSentence, EndsBeforeAnother) {
  EXPECT_EQ(harness::first_sentence("out.a[1] is 0.5 (line 3. of it), e.g. wrong. Another one."),
      "out.a[1] is 0.5 (line 3. of it), e.g. wrong.");
  EXPECT_EQ(harness::first_sentence("one"), "one");
}

}  // namespace
