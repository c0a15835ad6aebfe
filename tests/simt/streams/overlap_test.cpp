// What the simulator writes down of the work that streams are given: which of it CUDA orders, and which may overlap.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include "simt/simt.hpp"

namespace {

// A test gives streams copies between page-locked memory and the device.
class RecordedStreams : public testing::Test {
 protected:
  using Work = simt::StreamWork;
  void SetUp() override {
    cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&down, cudaStreamNonBlocking);
    cudaStreamCreate(&blocking);
    cudaMalloc(reinterpret_cast<void**>(&device), 64);
    cudaMallocHost(reinterpret_cast<void**>(&pinned), 64);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaDeviceSynchronize();
    simt::record_stream_work(true);
  }
  void TearDown() override {
    simt::record_stream_work(false);
    cudaEventDestroy(event);
    for (cudaStream_t stream : {up, down, blocking}) cudaStreamDestroy(stream);
    cudaFreeHost(pinned);
    cudaFree(device);
    cudaGetLastError();
  }
  void in(cudaStream_t stream) { cudaMemcpyAsync(device, pinned, 4, cudaMemcpyHostToDevice, stream); }
  void out(cudaStream_t stream) { cudaMemcpyAsync(pinned + 8, device + 8, 4, cudaMemcpyDeviceToHost, stream); }
  void compute() { cudaMemcpyAsync(device + 4, device + 5, 4, cudaMemcpyDeviceToDevice, nullptr); }
  // Of the work so far, by number: comes the second after the first, or may they overlap?
  static bool ordered(std::size_t first, std::size_t second) {
    const auto& all = simt::stream_work();
    EXPECT_FALSE(comes_after(all.at(first), all.at(second)));
    EXPECT_NE(comes_after(all.at(second), all.at(first)), may_overlap(all.at(first), all.at(second)));
    return comes_after(all.at(second), all.at(first));
  }

  cudaStream_t up = nullptr, down = nullptr, blocking = nullptr;
  cudaEvent_t event{};
  int *device = nullptr, *pinned = nullptr;
};

TEST_F(RecordedStreams, SaysWhatWasGiven) {
  int pageable = 0;
  in(up);
  out(down);
  compute();
  cudaMemcpyAsync(device, &pageable, 4, cudaMemcpyHostToDevice, up);
  cudaLaunchHostFunc(down, [](void*) {}, nullptr);
  simt::record_stream_work(false);
  in(up);
  const auto& all = simt::stream_work();
  ASSERT_EQ(all.size(), 5u);
  const Work::Kind kinds[] = {
      Work::Kind::copy_in, Work::Kind::copy_out, Work::Kind::copy_on_device, Work::Kind::copy_in, Work::Kind::other};
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].kind, kinds[i]) << i;
    EXPECT_EQ(all[i].pageable, i == 3) << i;
    EXPECT_EQ(all[i].bytes, i == 4 ? 0u : 4u) << i;
  }
  EXPECT_EQ(all[0].what, "cudaMemcpyAsync");
  EXPECT_FALSE(may_overlap(all[0], all[0]));
  simt::record_stream_work(true);
  EXPECT_TRUE(simt::stream_work().empty());
}

TEST_F(RecordedStreams, RegisteredMemoryIsAsGoodAsPageLocked) {
  alignas(4096) static int memory[1024];
  cudaHostRegister(memory, sizeof memory, cudaHostRegisterDefault);
  cudaMemcpyAsync(device, memory + 7, 4, cudaMemcpyHostToDevice, up);
  EXPECT_FALSE(simt::stream_work().at(0).pageable);
  cudaStreamSynchronize(up);
  cudaHostUnregister(memory);
}

TEST_F(RecordedStreams, AStreamIsAChainAndTwoAreNone) {
  in(up);
  out(down);
  in(up);
  EXPECT_FALSE(ordered(0, 1));
  EXPECT_TRUE(ordered(0, 2));
  EXPECT_FALSE(ordered(1, 2));
}

TEST_F(RecordedStreams, EventsOrderWhatComesBeforeThemAndNothingElse) {
  in(up);
  cudaEventRecord(event, up);
  in(up);
  out(down);
  cudaStreamWaitEvent(nullptr, event);
  compute();
  EXPECT_TRUE(ordered(0, 3));
  EXPECT_FALSE(ordered(1, 3));
  EXPECT_FALSE(ordered(2, 3));
  cudaEventRecord(event, nullptr);
  cudaStreamWaitEvent(down, event);
  out(down);
  EXPECT_TRUE(ordered(3, 4));
  EXPECT_TRUE(ordered(0, 4));  // by way of the default stream
  EXPECT_FALSE(ordered(1, 4));
}

TEST_F(RecordedStreams, TheDefaultStreamOrdersBlockingStreamsAndNotOthers) {
  in(blocking);
  in(up);
  compute();
  in(blocking);
  in(up);
  EXPECT_TRUE(ordered(0, 2));
  EXPECT_FALSE(ordered(1, 2));
  EXPECT_TRUE(ordered(2, 3));
  EXPECT_FALSE(ordered(2, 4));
}

TEST_F(RecordedStreams, WhoWaitsOrdersAllThatIsGivenLater) {
  in(up);
  compute();
  cudaStreamSynchronize(up);
  out(down);
  EXPECT_TRUE(ordered(0, 2));
  EXPECT_FALSE(ordered(1, 2));
  cudaDeviceSynchronize();
  in(up);
  EXPECT_TRUE(ordered(1, 3));
  EXPECT_TRUE(ordered(2, 3));
  cudaMemcpy(device, pinned, 4, cudaMemcpyHostToDevice);  // the host waits until it is done
  out(down);
  EXPECT_TRUE(ordered(4, 5));
}

TEST_F(RecordedStreams, AllocatingOrdersAndFreeingWaits) {
  in(up);
  int* more = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&more), 64);
  out(down);
  EXPECT_TRUE(ordered(0, 1));
  in(up);
  EXPECT_FALSE(ordered(1, 2));
  cudaFree(more);
  out(down);
  EXPECT_TRUE(ordered(2, 3));
}

TEST_F(RecordedStreams, AGraphsNodesAreOrderedAsItSays) {
  cudaGraph_t graph;
  cudaGraphExec_t made;
  cudaEvent_t done;
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  cudaStreamBeginCapture(up, cudaStreamCaptureModeGlobal);
  cudaEventRecord(event, up);
  cudaStreamWaitEvent(down, event);
  in(up);
  out(down);
  cudaEventRecord(done, down);
  cudaStreamWaitEvent(up, done);
  in(up);
  cudaStreamEndCapture(up, &graph);
  EXPECT_TRUE(simt::stream_work().empty());
  cudaGraphInstantiate(&made, graph, 0);
  cudaGraphLaunch(made, up);
  ASSERT_EQ(simt::stream_work().size(), 3u);
  const Work *first = nullptr, *other = nullptr, *last = nullptr;
  for (const Work& work : simt::stream_work())
    (work.kind == Work::Kind::copy_out ? other : first ? last : first) = &work;
  ASSERT_TRUE(first && other && last);
  EXPECT_TRUE(may_overlap(*first, *other));
  EXPECT_TRUE(comes_after(*last, *first));
  EXPECT_TRUE(comes_after(*last, *other));
  cudaStreamSynchronize(up);
  cudaGraphExecDestroy(made);
  cudaGraphDestroy(graph);
  cudaEventDestroy(done);
}

TEST_F(RecordedStreams, IsTheSameWhereWorkIsPutOff) {
  simt::set_stream_order(simt::StreamOrder::deferred);
  in(up);
  out(down);
  in(up);
  EXPECT_TRUE(ordered(0, 2));
  EXPECT_FALSE(ordered(0, 1));
  cudaDeviceSynchronize();
  simt::set_stream_order(simt::StreamOrder::immediate);
}

}  // namespace
