// Every compiler the same: what both arms of a branch begin with is loaded once, in front of it (engine/core/hoisted.hpp).
#include "../calibration/calibration.cuh"

// More steps than a record holds: wherever one ends, the loads of a turn are one request.
__global__ void long_loop(const float* x, float* y, int rounds) {
  float sum = 0;
  for (int j = 0; j < rounds; ++j) {
    const int i = (threadIdx.x + j) & 63;
    if ((threadIdx.x + j) % 3 == 0) sum += x[i];
    else sum -= x[i] * 2;
  }
  y[threadIdx.x] = sum;
}
__global__ void two_in_a_long_loop(const float* x, const float* u, float* y, int rounds) {
  float sum = 0;
  for (int j = 0; j < rounds; ++j) {
    const int i = (threadIdx.x + j) & 63;
    if ((threadIdx.x + j) % 5 < 2) sum += x[i] * u[i];
    else sum -= x[i] / u[i];
  }
  y[threadIdx.x] = sum;
}
// No access of a volatile is moved.
__global__ void of_volatile(const volatile float* x, float* y) {
  const int i = threadIdx.x;
  if (i % 3 == 0) y[i] = x[i];
  else y[i] = 2 * x[i];
}
__device__ float table[64];
__global__ void of_a_variable(float* y) {
  const int i = threadIdx.x;
  if (i % 3 == 0) y[i] = table[i];
  else y[i] = 2 * table[i];
}
__device__ float one(const float* x, int i) { return x[i] + 1; }
__global__ void of_a_function(const float* x, float* y) {
  const int i = threadIdx.x;
  if (i % 3 == 0) y[i] = one(x, i);
  else y[i] = 2 * one(x, i);
}
// What one arm computes first keeps its load where it is.
__global__ void behind_a_sum(const float* x, float* y, float a, float b) {
  const int i = threadIdx.x;
  if (i % 3 == 0) {
    const float c = a * b;
    y[i] = c * x[i];
    y[i + 64] = c;
  } else {
    y[i] = x[i];
  }
}
// Other elements, types and widths are no common loads.
__global__ void others(const float* x, float* y) {
  const int i = threadIdx.x;
  if (i % 3 == 0) y[i] = x[i + 1];
  else y[i] = x[i];
  if (i % 5 == 0) y[i] += reinterpret_cast<const float2*>(x)[i].x;
  else y[i] += reinterpret_cast<const double*>(x)[i] > 0;
}
// Of the turn that leaves a loop, and of one that goes on: no arms of one branch.
__global__ void at_the_end(const float* x, float* y, int n) {
  int j = threadIdx.x;
  while (j < n) j += 7;
  y[threadIdx.x] = x[j & 63];
}

int main() {
  float* x = filled<float>(256, [](size_t i) { return float(i % 7) + 1; });
  float* u = filled<float>(256, [](size_t i) { return float(i % 5) + 1; });
  float* y = zeros<float>(256);
  label("long loop"), long_loop<<<2, 64>>>(x, y, 3001);
  label("two in a long loop"), two_in_a_long_loop<<<2, 64>>>(x, u, y, 1501);
  label("of a volatile"), of_volatile<<<1, 64>>>(x, y);
  label("of a variable"), of_a_variable<<<1, 64>>>(y);
  label("of a function"), of_a_function<<<1, 64>>>(x, y);
  label("behind a sum"), behind_a_sum<<<1, 64>>>(x, y, 2, 3);
  label("others"), others<<<1, 64>>>(x, y);
  label("at the end"), at_the_end<<<1, 64>>>(x, y, 100);
  return finish();
}
