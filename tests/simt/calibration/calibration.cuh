// What the calibration programs share: labelled launches on memory that is ready for them.
//
// A calibration program launches each case once. It prints one label a launch, in order; the profiler
// (Nsight Compute on a GPU, the simulator elsewhere) gives the counters in the same order.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// Names the next launch.
inline void label(const char* format, long a = 0, long b = 0, long c = 0) {
  printf(format, a, b, c);
  printf("\n");
}

inline void require(cudaError_t error) {
  if (error == cudaSuccess) return;
  printf("error: %s\n", cudaGetErrorString(error));
  exit(2);
}

// Device memory for `count` elements, set to zero.
template <typename T>
T* zeros(size_t count) {
  T* pointer = nullptr;
  require(cudaMalloc(&pointer, count * sizeof(T)));
  require(cudaMemset(pointer, 0, count * sizeof(T)));
  return pointer;
}

// Device memory with the given values.
template <typename T, typename Value>
T* filled(size_t count, Value value) {
  T* host = new T[count];
  for (size_t i = 0; i < count; ++i) host[i] = value(i);
  T* pointer = nullptr;
  require(cudaMalloc(&pointer, count * sizeof(T)));
  require(cudaMemcpy(pointer, host, count * sizeof(T), cudaMemcpyHostToDevice));
  delete[] host;
  return pointer;
}

inline int finish() {
  require(cudaGetLastError());
  require(cudaDeviceSynchronize());
  return 0;
}
