// Every compiler the same: functions that call themselves or each other. How often g++ would put such a function into itself differs from
// version to version.
#include "../calibration/calibration.cuh"

__device__ float sum_down(const float* a, int n) { return n == 0 ? a[0] : a[n] + sum_down(a, n - 1); }
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ float odd(const float* a, int n);
__device__ float even(const float* a, int n) { return n == 0 ? a[0] : a[n] + odd(a, n - 1); }
__device__ float odd(const float* a, int n) { return n == 0 ? a[1] : a[n] - even(a, n - 1); }

__global__ void recursion(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  out[i] = sum_down(a, key[i] % 5);
  out[i + 64] = fibonacci(key[i] % 7);
  out[i + 128] = even(a, key[i] % 6);
}

int main() {
  float* out = zeros<float>(8192);
  float* a = filled<float>(8192, [](size_t i) { return float(i % 17); });
  int* key = filled<int>(256, [](size_t i) { return int(i * 7 % 11); });
  label("recursion"), recursion<<<1, 64>>>(out, a, key);
  return finish();
}
