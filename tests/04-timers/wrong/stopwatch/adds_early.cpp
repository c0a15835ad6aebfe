// Adds whenever it is asked.
// fails: Correctness.AddsMilliseconds: the destructor added
#include <chrono>

class Stopwatch {
 public:
  explicit Stopwatch(double& total_ms) : total_ms_(total_ms), begin_(Clock::now()) {}
  ~Stopwatch() { elapsed_ms(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  double elapsed_ms() const {
    const double ms = std::chrono::duration<double, std::milli>(Clock::now() - begin_).count();
    total_ms_ += ms;
    return ms;
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
