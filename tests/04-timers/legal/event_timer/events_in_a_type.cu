// Each event has an owner of its own.
#include <cuda_runtime.h>

struct Event { cudaEvent_t e; Event() { cudaEventCreate(&e); } ~Event() { cudaEventDestroy(e); } operator cudaEvent_t() const { return e; } };
class EventTimer {
 public:
  explicit EventTimer(cudaStream_t stream) : stream_(stream) {
  }

  // Events are the driver's: what is created must be destroyed, also when the timed work throws.
  ~EventTimer() {
  }

  EventTimer(const EventTimer&) = delete;
  EventTimer& operator=(const EventTimer&) = delete;

  // An event is a mark in a stream. The GPU writes the time down when the work before the mark is done.
  void start() { cudaEventRecord(begin_, stream_); }

  // Milliseconds of the GPU from start() to here.
  float stop() {
    cudaEventRecord(end_, stream_);
    cudaEventSynchronize(end_);  // the mark is set, not reached; nobody else's stream has to stop for it
    float ms = 0;
    cudaEventElapsedTime(&ms, begin_, end_);
    return ms;
  }

 private:
  cudaStream_t stream_;
  Event begin_, end_;
};

// Times what work puts into stream.
float time_on_stream(cudaStream_t stream, void (*work)(cudaStream_t stream)) {
  EventTimer timer(stream);
  timer.start();
  work(stream);
  return timer.stop();
}
