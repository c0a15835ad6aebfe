// Lab stopwatch: a CPU timer that starts when it is made and stops when it goes out of scope.
// Run: ./course check stopwatch        Stuck: ./course hint stopwatch
#include <chrono>

// Reads std::chrono's clock that is never set back, to the nanosecond, and allocates nothing.
class Stopwatch {
 public:
  // Starts. The time is to be added to total_ms in the end, whatever that holds by then.
  explicit Stopwatch(double& total_ms) {
    // TODO
  }

  // Adds the milliseconds since the start to total_ms, once, however the scope is left.
  ~Stopwatch() {
    // TODO
  }

  Stopwatch(const Stopwatch&) = delete;  // a copy would add its time as well
  Stopwatch& operator=(const Stopwatch&) = delete;

  // The milliseconds since the start. It goes on running.
  double elapsed_ms() const {
    // TODO
    return 0;
  }

 private:
  // TODO: what must it remember?
};

// How it is used, and how the grader uses it. Leave this as it is.
double timed(double& total_ms, void (*work)()) {
  const Stopwatch stopwatch(total_ms);
  work();
  return stopwatch.elapsed_ms();
}
