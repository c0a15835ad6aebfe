// It makes its events on device 0, and leaves that the current one.
// fails: Leaks.NothingElseIsLeft: leaves its caller another current device
#include <cuda_runtime.h>

class EventTimer {
 public:
  explicit EventTimer(cudaStream_t stream) : stream_(stream) {
    cudaSetDevice(0);
    cudaEventCreate(&begin_);
    cudaEventCreate(&end_);
  }

  ~EventTimer() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }

  EventTimer(const EventTimer&) = delete;
  EventTimer& operator=(const EventTimer&) = delete;

  void start() { cudaEventRecord(begin_, stream_); }

  float stop() {
    cudaEventRecord(end_, stream_);
    cudaEventSynchronize(end_);
    float ms = 0;
    cudaEventElapsedTime(&ms, begin_, end_);
    return ms;
  }

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
