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

// As above, of floats or doubles that may lie between two thousandths: what is left is their sum, each with a weight by its place, and the sum
// of what they come to without a sign, by which the test judges how far two machines may be apart.
template <typename T, typename Launch>
void measured_closely(const char* name, T* out, size_t count, Launch launch) {
  require(cudaMemset(out, 0, count * sizeof(T)));
  label(name);
  launch();
  require(cudaGetLastError());
  require(cudaDeviceSynchronize());
  std::vector<T> values(count);
  require(cudaMemcpy(values.data(), out, count * sizeof(T), cudaMemcpyDeviceToHost));
  double sum = 0, all = 0;
  for (size_t i = 0; i < count; ++i) {
    const double value = double(values[i]) * double(1 + i * 7 % 13);
    sum += value, all += std::fabs(value);
  }
  fprintf(stderr, "~%.9g/%.3g %s\n", sum, all, name);
}
