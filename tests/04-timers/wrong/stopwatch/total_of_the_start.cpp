// Adds to what total_ms held when it started.
// fails: Correctness.AddsToWhatIsThereInTheEnd: not to what it held before
#include <chrono>

class Stopwatch {
 public:
  explicit Stopwatch(double& total_ms) : total_ms_(total_ms), before_(total_ms), begin_(Clock::now()) {}
  ~Stopwatch() { total_ms_ = before_ + elapsed_ms(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  double elapsed_ms() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;  // the one that is never set back
  double& total_ms_;
  const double before_;
  const Clock::time_point begin_;
};
double timed(double& total_ms, void (*work)()) {
  const Stopwatch stopwatch(total_ms);
  work();
  return stopwatch.elapsed_ms();
}
