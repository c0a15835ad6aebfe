// Remembers the beginning on the heap.
// fails: Clock.AllocatesNothing: memory was allocated 1 times by one stopwatch
#include <chrono>
#include <memory>

class Stopwatch {
 public:
  explicit Stopwatch(double& total_ms) : total_ms_(total_ms), begin_(std::make_unique<Clock::time_point>(Clock::now())) {}
  ~Stopwatch() { total_ms_ += elapsed_ms(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  double elapsed_ms() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - *begin_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  double& total_ms_;
  std::unique_ptr<Clock::time_point> begin_;
};
double timed(double& total_ms, void (*work)()) {
  const Stopwatch stopwatch(total_ms);
  work();
  return stopwatch.elapsed_ms();
}
