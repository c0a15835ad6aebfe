// The one timing loop: warm up, then sample until the median is known to half a percent.
//
// What a sample costs is told by a Stopwatch, so the loop does not know whether it times a GPU, a CPU,
// or a test's script. The median and the quartiles are reported, never a mean: one interrupt in a
// hundred samples moves a mean by percents and a median not at all.
#pragma once

#include <cstdint>
#include <vector>

namespace harness {

// Whether this is a dry run (the environment has HARNESS_DRY_RUN), which shows that a measurement comes to its end but
// not how long anything takes: work is done once and every time is 1 ms. An experiment may then take small sizes.
bool dry_run();

class Stopwatch {
 public:
  virtual ~Stopwatch() = default;
  virtual void prepare() {}  // before each sample, outside its time (a GPU empties its L2)
  virtual void start() = 0;
  virtual double stop() = 0;  // milliseconds since start()
};

// What is called while a function runs, wherever it lies: a std::function that keeps nothing. (<functional> would be a third of
// what nvcc reads for an experiment.)
template <typename Signature>
class FunctionRef;
template <typename... Arguments>
class FunctionRef<void(Arguments...)> {
 public:
  // NOLINTBEGIN: whoever can be called is taken
  template <typename Callable>
  FunctionRef(const Callable& callable) : object_(&callable), call_(call<Callable>) {}
  FunctionRef(void (*const& function)(Arguments...)) : object_(&function), call_(call<void (*)(Arguments...)>) {}
  // NOLINTEND
  void operator()(Arguments... arguments) const { call_(object_, arguments...); }

 private:
  template <typename Callable>
  static void call(const void* object, Arguments... arguments) {
    (*static_cast<const Callable*>(object))(arguments...);
  }

  const void* object_;
  void (*call_)(const void* object, Arguments... arguments);
};

// Wall-clock time of the calling thread's work.
class CpuStopwatch : public Stopwatch {
 public:
  void start() override;
  double stop() override;

 private:
  std::int64_t begin_ns_ = 0;  // <chrono> would be a sixth of what nvcc does for an experiment
};

struct TimingRules {
  int warm_up = 3;  // calls before the first sample: caches, clocks, lazily loaded code
  int min_samples = 20;
  int max_samples = 300;
  double max_total_ms = 2000;  // of samples; a slow kernel stops, but not before min_samples
  double noise = 0.005;        // stop when the median's standard error is below this share
};

struct Timing {
  double median_ms = 0, q1_ms = 0, q3_ms = 0, min_ms = 0;
  int samples = 0;
  bool stable = false;  // false: a limit ended the loop, or the second half ran at another speed
};

Timing measure(Stopwatch& stopwatch, FunctionRef<void()> work, const TimingRules& rules = {});

// Median, quartiles and minimum of what was sampled, and whether `rules.noise` is met.
Timing summarize(const std::vector<double>& samples_ms, const TimingRules& rules = {});

}  // namespace harness
