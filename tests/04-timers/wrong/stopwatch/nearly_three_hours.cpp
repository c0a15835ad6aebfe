// Loses a nanosecond where the work takes longer than an hour.
// fails: Clock.CountsWholeSeconds: the stopwatch showed 10800000 ms, but the work took 10800000.000001 ms
#include <chrono>

class Stopwatch {
 public:
  explicit Stopwatch(double& total_ms) : total_ms_(total_ms), begin_(Clock::now()) {}

  ~Stopwatch() { total_ms_ += elapsed_ms(); }

  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  double elapsed_ms() const {
    const double ms = std::chrono::duration<double, std::milli>(Clock::now() - begin_).count();
    return ms > 3.6e6 ? double(float(ms)) : ms;
  }

 private:
  using Clock = std::chrono::steady_clock;
  double& total_ms_;
  const Clock::time_point begin_;
};

double timed(double& total_ms, void (*work)()) {
  const Stopwatch stopwatch(total_ms);
  work();
  return stopwatch.elapsed_ms();
}
