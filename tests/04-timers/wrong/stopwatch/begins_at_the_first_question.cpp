// Starts only when it is asked.
// fails: Correctness.ShowsMilliseconds: the stopwatch showed 0 ms
#include <chrono>

class Stopwatch {
 public:
  explicit Stopwatch(double& total_ms) : total_ms_(total_ms), begin_() {}
  ~Stopwatch() { total_ms_ += elapsed_ms(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  double elapsed_ms() const {
    if (begin_ == Clock::time_point()) begin_ = Clock::now();
    return std::chrono::duration<double, std::milli>(Clock::now() - begin_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  double& total_ms_;
  mutable Clock::time_point begin_;
};
double timed(double& total_ms, void (*work)()) {
  const Stopwatch stopwatch(total_ms);
  work();
  return stopwatch.elapsed_ms();
}
