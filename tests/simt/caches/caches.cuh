// What the launches of the caches' calibration have in common. Each program prints a label for every launch, in order, so
// that a profiler (ncu on a GPU, the simulator elsewhere) gives the counters in the same order.
#pragma once

#include <cstddef>

#include "../calibration/calibration.cuh"

__device__ inline std::size_t index() { return std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; }
__device__ inline std::size_t all_threads() { return std::size_t(gridDim.x) * blockDim.x; }

// Keeps a sum that nobody wants, which the compiler cannot know.
template <typename T>
__device__ void keep(T* out, T sum) {
  if (sum == T(12345)) *out = sum;
}
