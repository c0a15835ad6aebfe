// What the experiments of this chapter share: medians, and a kernel's spin of a known length.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace experiment {

using Clock = std::chrono::steady_clock;

inline double microseconds(Clock::duration span) { return std::chrono::duration<double, std::micro>(span).count(); }

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// The smallest distance between two different values: what the clock that gave them cannot divide.
inline double smallest_step(std::vector<double> values, double negligible = 0) {
  std::sort(values.begin(), values.end());
  double smallest = 0;
  for (std::size_t i = 1; i < values.size(); ++i) {
    const double step = values[i] - values[i - 1];
    if (step > negligible && (smallest == 0 || step < smallest)) smallest = step;
  }
  return smallest;
}

}  // namespace experiment

#ifdef __CUDACC__
namespace experiment {

inline void must(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

__device__ inline unsigned long long global_nanoseconds() {
#ifdef __CUDACC_VER_BUILD__  // nvcc
  unsigned long long time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  return time;
#else
  return clock64();  // a rehearsal on sim: steps
#endif
}

__device__ inline unsigned this_sm() {
#ifdef __CUDACC_VER_BUILD__  // nvcc
  unsigned sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  return sm;
#else
  return 0;
#endif
}

// One thread that stays for this long by the GPU's own clock.
static __global__ void spin(unsigned long long nanoseconds) {
  const unsigned long long begin = global_nanoseconds();
  while (global_nanoseconds() - begin < nanoseconds) {
  }
}

}  // namespace experiment
#endif
