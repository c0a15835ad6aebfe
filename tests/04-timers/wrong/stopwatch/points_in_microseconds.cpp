// Both points are cut to microseconds, so what is shown may be too long, too.
// fails: Correctness.ShowsMilliseconds: showed 12.346 ms, but the work took 12.345678 ms: duration_cast<microseconds> cuts nanoseconds off
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
  static std::int64_t ns() {
    using namespace std::chrono;
    return 1000 * duration_cast<microseconds>(steady_clock::now().time_since_epoch()).count();
  }
  double* sum;
  std::int64_t t0;
};
double timed(double& total_ms, void (*work)()) {
  const Stopwatch stopwatch(total_ms);
  work();
  return stopwatch.elapsed_ms();
}
