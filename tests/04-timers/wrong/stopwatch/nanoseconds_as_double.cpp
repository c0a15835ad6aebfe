// Counts nanoseconds since the machine was started in a double, which holds no more than every 32nd of 2000 days.
// fails: Clock.ResolvesOneNanosecondOnAMachineThatWasNeverSwitchedOff: the last digits are lost
#include <chrono>
#include <cstdint>
class Stopwatch {
 public:
  explicit Stopwatch(double& total_ms) : sum(&total_ms), t0(ns()) {}
  ~Stopwatch() { *sum = *sum + elapsed_ms(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  double elapsed_ms() const { return static_cast<double>(ns() - t0) / 1e6; }

 private:
  static double ns() {
    using namespace std::chrono;
    return duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
  }
  double* sum;
  double t0;
};
double timed(double& total_ms, void (*work)()) {
  const Stopwatch stopwatch(total_ms);
  work();
  return stopwatch.elapsed_ms();
}
