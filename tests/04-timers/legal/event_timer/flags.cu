// Events with flags, recorded with flags; waits for its stream.
#include <cuda_runtime.h>
#include <chrono>
#include <memory>
class EventTimer {
 public:
  explicit EventTimer(cudaStream_t stream) : stream_(stream) { cudaEventCreateWithFlags(&begin_, cudaEventBlockingSync); cudaEventCreateWithFlags(&end_, cudaEventBlockingSync); }
  ~EventTimer() { cudaEventDestroy(begin_); cudaEventDestroy(end_); }
  EventTimer(const EventTimer&) = delete;
  EventTimer& operator=(const EventTimer&) = delete;
  void start() { cudaEventRecordWithFlags(begin_, stream_, cudaEventRecordDefault); }
  float stop() { cudaEventRecord(end_, stream_); cudaStreamSynchronize(stream_); float ms = 0; cudaEventElapsedTime(&ms, begin_, end_); return ms; }
 private:
  cudaStream_t stream_;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};
float time_on_stream(cudaStream_t stream, void (*work)(cudaStream_t stream)) {
  EventTimer timer(stream);
  timer.start();
  work(stream);
  return timer.stop();
}
