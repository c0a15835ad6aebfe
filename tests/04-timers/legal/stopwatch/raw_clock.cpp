// Reads CLOCK_MONOTONIC_RAW, which nobody sets back either.
// Legal: the lab asks for nothing else.
#include <ctime>

class Stopwatch {
 public:
  explicit Stopwatch(double& total_ms) : total_ms_(total_ms), begin_(now()) {}

  ~Stopwatch() { total_ms_ += elapsed_ms(); }

  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  double elapsed_ms() const {
    return double(now() - begin_) * 1e-6;
  }

 private:
  static long long now() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC_RAW, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec;
  }
  double& total_ms_;
  const long long begin_;
};

double timed(double& total_ms, void (*work)()) {
  const Stopwatch stopwatch(total_ms);
  work();
  return stopwatch.elapsed_ms();
}
