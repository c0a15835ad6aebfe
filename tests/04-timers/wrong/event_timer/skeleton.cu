// Lab event_timer: a timer of work on the GPU, with events.
// Run: ./course check event_timer        Stuck: ./course hint event_timer
#include <cuda_runtime.h>

// An event is a mark in a stream: cudaEventCreate makes one, cudaEventRecord puts it behind the work that is in the
// stream so far, and the GPU writes the time down when it gets there. cudaEventDestroy gives it back.
class EventTimer {
 public:
  // Times work in this stream; nullptr is the default stream.
  explicit EventTimer(cudaStream_t stream) {
    // TODO
  }

  // Leaves nothing behind.
  ~EventTimer() {
    // TODO
  }

  EventTimer(const EventTimer&) = delete;
  EventTimer& operator=(const EventTimer&) = delete;

  void start() {
    // TODO
  }

  // The milliseconds that the GPU took from start() to here. Waits for this work, and for no other stream.
  float stop() {
    // TODO: cudaEventElapsedTime(&ms, begin, end), and before that?
    return 0;
  }

 private:
  // TODO: what must it remember?
};

// How it is used, and how the grader uses it. Leave this as it is.
float time_on_stream(cudaStream_t stream, void (*work)(cudaStream_t stream)) {
  EventTimer timer(stream);
  timer.start();
  work(stream);
  return timer.stop();
}
