// Two events are made by the first timer, for all.
// fails: Correctness.WorkInTheDefaultStream: the events are an earlier timer's
// after: Correctness.WorkInAStream
#include <cuda_runtime.h>

class EventTimer {
 public:
  explicit EventTimer(cudaStream_t stream) : stream_(stream) {
    if (!begin_) cudaEventCreate(&begin_), cudaEventCreate(&end_);
  }

  // Events are the driver's: what is created must be destroyed, also when the timed work
  // throws.
  ~EventTimer() {}

  EventTimer(const EventTimer&) = delete;
  EventTimer& operator=(const EventTimer&) = delete;

  // An event is a mark in a stream. The GPU writes the time down when the work before the mark
  // is done.
  void start() { cudaEventRecord(begin_, stream_); }

  // Milliseconds of the GPU from start() to here.
  float stop() {
    cudaEventRecord(end_, stream_);
    // The mark is set, not reached; nobody else's stream has to stop for it.
    cudaEventSynchronize(end_);
    float ms = 0;
    cudaEventElapsedTime(&ms, begin_, end_);
    return ms;
  }

 private:
  cudaStream_t stream_;
  static inline cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

// Times what work puts into stream.
float time_on_stream(cudaStream_t stream, void (*work)(cudaStream_t stream)) {
  EventTimer timer(stream);
  timer.start();
  work(stream);
  return timer.stop();
}
