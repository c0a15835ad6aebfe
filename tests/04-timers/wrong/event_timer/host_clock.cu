// Reads the host's clock around the launch, and waits.
// fails: Correctness.WorkInAStream: fewer than two events were created
#include <cuda_runtime.h>

#include <chrono>

class EventTimer {
 public:
  explicit EventTimer(cudaStream_t stream) : stream_(stream) {
  }
  ~EventTimer() {
  }

  EventTimer(const EventTimer&) = delete;
  EventTimer& operator=(const EventTimer&) = delete;
  void start() { begin_ = std::chrono::steady_clock::now(); }
  float stop() {
    cudaStreamSynchronize(stream_);
    return std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  cudaStream_t stream_;
  std::chrono::steady_clock::time_point begin_;
};
float time_on_stream(cudaStream_t stream, void (*work)(cudaStream_t stream)) {
  EventTimer timer(stream);
  timer.start();
  work(stream);
  return timer.stop();
}
