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

// Another legal order: work waits until somebody waits for it.
class DeferredStreams : public testing::Test {
 protected:
  void SetUp() override { simt::set_stream_order(simt::StreamOrder::deferred); }
  void TearDown() override {
    simt::set_stream_order(simt::StreamOrder::immediate);
    cudaGetLastError();
  }
};

void raise(void* number) { *static_cast<int*>(number) += 1; }
void append_two(void* number) { *static_cast<int*>(number) = *static_cast<int*>(number) * 10 + 2; }
void append_one(void* number) { *static_cast<int*>(number) = *static_cast<int*>(number) * 10 + 1; }

TEST_F(DeferredStreams, WorkIsDoneWhenTheHostWaitsForItsStream) {
  cudaStream_t stream, other;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  int number = 0;
  cudaLaunchHostFunc(stream, raise, &number);
  EXPECT_EQ(number, 0);
  cudaStreamSynchronize(other);
  cudaStreamSynchronize(nullptr);
  EXPECT_EQ(number, 0);
  cudaStreamSynchronize(stream);
  EXPECT_EQ(number, 1);
  cudaLaunchHostFunc(stream, raise, &number);
  cudaDeviceSynchronize();
  EXPECT_EQ(number, 2);
  cudaLaunchHostFunc(stream, raise, &number);
  simt::set_stream_order(simt::StreamOrder::immediate);
  EXPECT_EQ(number, 3);
  cudaLaunchHostFunc(stream, raise, &number);
  EXPECT_EQ(number, 4);
  cudaStreamDestroy(stream);
  cudaStreamDestroy(other);
}

TEST_F(Streams, AFunctionInAStreamGivesNothingToAny) {
  static int* device;
  static cudaError_t said[3];
  cudaMalloc(&device, sizeof(int));
  cudaMemset(device, 0, sizeof(int));
  const auto calls = [](void*) {
    const int five = 5;
    said[0] = cudaMemcpy(device, &five, sizeof five, cudaMemcpyHostToDevice);
    said[1] = cudaMemsetAsync(device, 1, sizeof(int));
    said[2] = cudaLaunchHostFunc(nullptr, [](void*) {}, nullptr);
  };
  EXPECT_EQ(cudaLaunchHostFunc(nullptr, calls, nullptr), cudaSuccess);
  for (const cudaError_t error : said) EXPECT_EQ(error, cudaErrorNotPermitted);
  int now_there = 0;
  EXPECT_EQ(cudaMemcpy(&now_there, device, sizeof(int), cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(now_there, 0);
  cudaFree(device);
}

TEST_F(DeferredStreams, TheLastStreamBeginsUnlessAnEventSaysOtherwise) {
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  int order = 0;
  cudaLaunchHostFunc(first, append_one, &order);
  cudaLaunchHostFunc(second, append_two, &order);
  cudaDeviceSynchronize();
  EXPECT_EQ(order, 21);
  order = 0;
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaLaunchHostFunc(first, append_one, &order);
  cudaEventRecord(event, first);
  cudaStreamWaitEvent(second, event);
  cudaLaunchHostFunc(second, append_two, &order);
  cudaLaunchHostFunc(first, append_one, &order);
  cudaStreamSynchronize(second);
  EXPECT_EQ(order, 12);
  cudaDeviceSynchronize();
  EXPECT_EQ(order, 121);
  cudaEventDestroy(event);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
}

TEST_F(DeferredStreams, TheDefaultStreamWaitsForBlockingOnes) {
  cudaStream_t blocking, apart;
  cudaStreamCreate(&blocking);
  cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
  int with = 0, without = 0;
  cudaLaunchHostFunc(blocking, raise, &with);
  cudaLaunchHostFunc(apart, raise, &without);
  cudaLaunchHostFunc(nullptr, append_two, &with);
  cudaStreamSynchronize(nullptr);
  EXPECT_EQ(with, 12);
  EXPECT_EQ(without, 0);
  cudaLaunchHostFunc(nullptr, raise, &with);
  cudaLaunchHostFunc(blocking, append_one, &with);
  cudaStreamSynchronize(blocking);
  EXPECT_EQ(with, 131);
  cudaStreamDestroy(blocking);
  cudaStreamDestroy(apart);
  cudaDeviceSynchronize();
  EXPECT_EQ(without, 1);
}

TEST_F(DeferredStreams, EventsTakeTheirTimeWhenTheStreamComesToThem) {
  now = 1'000'000;
  simt::set_event_clock([] { return now; });
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  cudaLaunchHostFunc(nullptr, [](void*) { now += 3'000'000; }, nullptr);
  cudaEventRecord(end);
  EXPECT_EQ(cudaEventQuery(end), cudaErrorNotReady);
  cudaEventSynchronize(end);
  float ms = 0;
  EXPECT_EQ(cudaEventElapsedTime(&ms, begin, end), cudaSuccess);
  EXPECT_EQ(ms, 3.0f);
  simt::set_event_clock(nullptr);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
}

// Memory comes from the pool in the stream's order, and page-locked memory is read when the copy comes to it.
TEST_F(DeferredStreams, CopiesReadWhatIsThereWhenTheyAreDone) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  int *pinned, *device, plain = 1, result = 0;
  cudaMallocHost(reinterpret_cast<void**>(&pinned), 2 * sizeof(int));
  cudaMallocAsync(reinterpret_cast<void**>(&device), 2 * sizeof(int), stream);
  pinned[0] = 1, pinned[1] = 0;
  cudaMemcpyAsync(device, pinned, sizeof(int), cudaMemcpyHostToDevice, stream);
  cudaMemcpyAsync(device + 1, &plain, sizeof(int), cudaMemcpyHostToDevice, stream);
  pinned[0] = plain = 2;
  cudaMemcpyAsync(pinned, device, 2 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  EXPECT_EQ(pinned[1], 0);
  cudaMemcpyAsync(&result, device, sizeof(int), cudaMemcpyDeviceToHost, stream);
  EXPECT_EQ(result, 2);
  EXPECT_EQ(pinned[0], 2);
  EXPECT_EQ(pinned[1], 1);
  cudaFreeAsync(device, stream);
  cudaFreeHost(pinned);
  cudaStreamDestroy(stream);
  cudaDeviceSynchronize();
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

}  // namespace
