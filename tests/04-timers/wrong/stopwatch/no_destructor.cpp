// Leaves the adding to whoever uses it, after the work.
// fails: Correctness.AnExceptionStopsItToo: total_ms was 0 afterwards
#include <chrono>

class Stopwatch {
 public:
  explicit Stopwatch(double& total_ms) : total_ms_(total_ms), begin_(Clock::now()) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  double elapsed_ms() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  double& total_ms_;
  const Clock::time_point begin_;
};
double timed(double& total_ms, void (*work)()) {
  const Stopwatch stopwatch(total_ms);
  work();
  const double ms = stopwatch.elapsed_ms();
  total_ms += ms;
  return ms;
}
