// Creates events that keep no time: they are for waiting only.
// fails: Correctness.WorkInAStream: the timer said 0 ms
#include <cuda_runtime.h>

class EventTimer {
 public:
  explicit EventTimer(cudaStream_t stream) : stream_(stream) {
    cudaEventCreateWithFlags(&begin_, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&end_, cudaEventDisableTiming);
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
