// Only the nanoseconds of a timespec are read.
// fails: Clock.CountsWholeSeconds: do whole seconds get lost
#include <chrono>
#include <memory>
#include <string>
#include <vector>
#include <functional>
#include <cmath>
#include <time.h>
class Stopwatch {
 public:
  explicit Stopwatch(double& total_ms) : total_ms_(total_ms), begin_([]{ timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_nsec; }()) {}
  ~Stopwatch() { total_ms_ += elapsed_ms(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  double elapsed_ms() const {
    timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return (t.tv_nsec - begin_) / 1e6;
  }

 private:
  using Clock = std::chrono::steady_clock;
  double& total_ms_;
  long begin_;
};
double timed(double& total_ms, void (*work)()) {
  const Stopwatch stopwatch(total_ms);
  work();
  return stopwatch.elapsed_ms();
}
