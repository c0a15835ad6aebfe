// What the simulator tells a grader about streams and events, and the ways it can make events behave.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include "simt/simt.hpp"

namespace {

std::uint64_t now = 0;

class Streams : public testing::Test {
 protected:
  void SetUp() override {
    now = 1'000'000;
    simt::set_event_clock([] { return now; });
    simt::forget_stream_calls();
  }
  void TearDown() override {
    simt::set_event_clock(nullptr);
    simt::delay_events(false);
    cudaGetLastError();
  }
};

TEST_F(Streams, CountsWhatIsAlive) {
  const std::size_t events = simt::live_events(), streams = simt::live_streams();
  cudaEvent_t event;
  cudaStream_t stream;
  cudaEventCreate(&event);
  cudaStreamCreate(&stream);
  EXPECT_EQ(simt::live_events(), events + 1);
  EXPECT_EQ(simt::live_streams(), streams + 1);
  cudaEventDestroy(event);
  cudaStreamDestroy(stream);
  EXPECT_EQ(simt::live_events(), events);
  EXPECT_EQ(simt::live_streams(), streams);
  EXPECT_EQ(cudaEventDestroy(event), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventRecord(event), cudaErrorInvalidResourceHandle);
}

TEST_F(Streams, WritesCallsDownInOrder) {
  cudaEvent_t event;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaEventCreate(&event);
  cudaEventRecord(event, stream);
  cudaEventSynchronize(event);
  cudaDeviceSynchronize();
  const auto& calls = simt::stream_calls();
  ASSERT_EQ(calls.size(), 5u);
  EXPECT_STREQ(calls[2].call, "cudaEventRecord");
  EXPECT_EQ(calls[2].event, event);
  EXPECT_EQ(calls[2].stream, stream);
  EXPECT_STREQ(calls[3].call, "cudaEventSynchronize");
  EXPECT_STREQ(calls[4].call, "cudaDeviceSynchronize");
  cudaEventDestroy(event);
  cudaStreamDestroy(stream);
}

TEST_F(Streams, EventsTakeTheirTimeFromTheGivenClock) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  now += 2'500'000;
  cudaEventRecord(end);
  float ms = 0;
  EXPECT_EQ(cudaEventElapsedTime(&ms, begin, end), cudaSuccess);
  EXPECT_EQ(ms, 2.5f);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
}

TEST_F(Streams, DelayedEventsAreCompleteWhenTheHostHasWaited) {
  simt::delay_events(true);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  const auto elapsed = [&] {
    float ms = -1;
    const cudaError_t error = cudaEventElapsedTime(&ms, begin, end);
    EXPECT_EQ(ms == -1, error != cudaSuccess);
    return error;
  };
  const auto record = [&] {
    cudaEventRecord(begin, stream);
    cudaEventRecord(end, stream);
    EXPECT_EQ(elapsed(), cudaErrorNotReady);
  };
  record();
  cudaStreamSynchronize(nullptr);  // another stream
  EXPECT_EQ(elapsed(), cudaErrorNotReady);
  cudaEventSynchronize(begin);  // the end comes later
  EXPECT_EQ(elapsed(), cudaErrorNotReady);
  cudaEventSynchronize(end);
  EXPECT_EQ(elapsed(), cudaSuccess);
  record();
  cudaStreamSynchronize(stream);
  EXPECT_EQ(elapsed(), cudaSuccess);
  record();
  cudaDeviceSynchronize();
  EXPECT_EQ(elapsed(), cudaSuccess);
  record();
  int questions = 1;
  while (cudaEventQuery(end) == cudaErrorNotReady) ++questions;
  EXPECT_EQ(questions, 4);
  EXPECT_EQ(elapsed(), cudaSuccess);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaStreamDestroy(stream);
}

}  // namespace
