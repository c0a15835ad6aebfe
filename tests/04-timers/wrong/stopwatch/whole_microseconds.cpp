// Counts whole microseconds.
// fails: Correctness.ShowsMilliseconds: cuts nanoseconds off
#include <chrono>

class Stopwatch {
 public:
  explicit Stopwatch(double& total_ms) : total_ms_(total_ms), begin_(Clock::now()) {}

  ~Stopwatch() { total_ms_ += elapsed_ms(); }

  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  double elapsed_ms() const {
    return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin_).count() / 1000.0;
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
