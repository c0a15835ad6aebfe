// Keeps the time since the machine was started as a double.
// fails: Clock.ResolvesOneNanosecondOnAMachineThatWasNeverSwitchedOff: the last digits are lost
#include <chrono>

class Stopwatch {
 public:
  explicit Stopwatch(double& total_ms) : total_ms_(total_ms), begin_(now_ms()) {}
  ~Stopwatch() { total_ms_ += elapsed_ms(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  double elapsed_ms() const {
    return now_ms() - begin_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  double& total_ms_;
  static double now_ms() { return std::chrono::duration<double, std::milli>(Clock::now().time_since_epoch()).count(); }
  const double begin_;
};
double timed(double& total_ms, void (*work)()) {
  const Stopwatch stopwatch(total_ms);
  work();
  return stopwatch.elapsed_ms();
}
