// Reads the CPU time that was used, which stands still in a wait.
// fails: Clock.CountsWaiting: stands still while the program waits
#include <chrono>
#include <ctime>

class Stopwatch {
 public:
  explicit Stopwatch(double& total_ms) : total_ms_(total_ms), begin_(std::clock()) {}
  ~Stopwatch() { total_ms_ += elapsed_ms(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  double elapsed_ms() const {
    return 1000.0 * double(std::clock() - begin_) / CLOCKS_PER_SEC;
  }

 private:
  double& total_ms_;
  const std::clock_t begin_;
};
double timed(double& total_ms, void (*work)()) {
  const Stopwatch stopwatch(total_ms);
  work();
  return stopwatch.elapsed_ms();
}
