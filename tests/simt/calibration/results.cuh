// A launch whose results count, too: their sum goes to stderr, beside the label.
#pragma once

#include <cmath>
#include <vector>

#include "calibration.cuh"

// Zeroes `count` elements at `out`, launches, and prints FNV-1a of what is left there.
template <typename T, typename Launch>
void measured(const char* name, T* out, size_t count, Launch launch) {
  require(cudaMemset(out, 0, count * sizeof(T)));
  label(name);
  launch();
  require(cudaGetLastError());
  require(cudaDeviceSynchronize());
  std::vector<unsigned char> bytes(count * sizeof(T));
  require(cudaMemcpy(bytes.data(), out, bytes.size(), cudaMemcpyDeviceToHost));
  unsigned long long sum = 14695981039346656037ull;
  for (const unsigned char byte : bytes) sum = (sum ^ byte) * 1099511628211ull;
  fprintf(stderr, "%016llx %s\n", sum, name);
}

// As above, of floats that two machines may round differently: their sum is of thousandths.
template <typename Launch>
void measured_nearly(const char* name, float* out, size_t count, Launch launch) {
  require(cudaMemset(out, 0, count * sizeof(float)));
  label(name);
  launch();
  require(cudaGetLastError());
  require(cudaDeviceSynchronize());
  std::vector<float> values(count);
  require(cudaMemcpy(values.data(), out, count * sizeof(float), cudaMemcpyDeviceToHost));
  unsigned long long sum = 14695981039346656037ull;
  for (const float value : values) sum = (sum ^ (unsigned long long)std::lround(value * 1000)) * 1099511628211ull;
  fprintf(stderr, "%016llx %s\n", sum, name);
}
