// A stopwatch that starts when it is made and adds its time to a sum when it goes out of
// scope.
// Run: ./course test stopwatch.sim
#include <chrono>

class Stopwatch {
 public:
  explicit Stopwatch(double& total_ms) : total_ms_(total_ms), begin_(Clock::now()) {}

  // Runs wherever the scope ends: at its last line, at a return, at an exception.
  ~Stopwatch() { total_ms_ += elapsed_ms(); }

  // A copy would add its time as well.
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  double elapsed_ms() const {
    // Subtracted as whole nanoseconds, then converted: a double holds a difference exactly,
    // the time since the machine was started only if that is no longer ago than 2^53 ns, 104
    // days.
    return std::chrono::duration<double, std::milli>(Clock::now() - begin_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;  // the one that is never set back
  double& total_ms_;
  const Clock::time_point begin_;
};

// Times work; gives what the stopwatch showed after it.
double timed(double& total_ms, void (*work)()) {
  const Stopwatch stopwatch(total_ms);
  work();
  return stopwatch.elapsed_ms();
}
