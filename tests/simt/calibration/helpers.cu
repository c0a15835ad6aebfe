// Calibration: functions of the program's own that kernels call: an index, an element, a clamped one, a sum. nvcc puts them where they are
// called; so what is loaded twice is loaded once, what nobody uses is not loaded, and what a loop does not change leaves it.
#include "calibration.cuh"

__device__ int at(int row, int column, int width) { return row * width + column; }
__device__ float element(const float* a, int row, int column, int width) { return a[at(row, column, width)]; }
__device__ float clamped(const float* a, int i, int n) { return a[i < 0 ? 0 : i < n ? i : n - 1]; }
__device__ float squared_distance(const float* a, int i, int k) {
  const float x = a[i] - a[k], y = a[i + 64] - a[k + 64];
  return x * x + y * y;
}
__device__ void put(float* out, int i, float value) { out[i] = value; }
template <typename T>
__device__ T larger(const T* a, int i, int k) {
  return a[i] > a[k] ? a[i] : a[k];
}
struct View {
  const float* data;
  int width;
  __device__ float operator()(int row, int column) const { return data[row * width + column]; }
};
__device__ float row_sum(const float* a, int row, int width) {
  float sum = 0;
  for (int i = 0; i < width; ++i) sum += element(a, row, i, width);
  return sum;
}

__global__ void same_element_twice(float* out, const float* a) {
  const int t = threadIdx.x;
  out[t] = element(a, 1, t, 64) + element(a, 1, t, 64);
}
__global__ void again_in_a_branch(float* out, const float* a) {
  const int t = threadIdx.x;
  float x = element(a, 0, t, 64);
  if (x > 30) x += element(a, 0, t, 64);
  out[t] = x;
}
__global__ void not_used(float* out, const float* a) {
  const int t = threadIdx.x;
  float x = element(a, 0, t, 64);
  if (t > 40) x = element(a, 1, t, 64);
  out[t] = t;
}
__global__ void out_of_the_loop(float* out, const float* a, int n) {
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += element(a, 0, t, 64) * i;
  out[t] = sum;
}
__global__ void neighbours(float* out, const float* a, int n) {
  const int t = threadIdx.x;
  out[t] = clamped(a, t - 1, n) + 2 * clamped(a, t, n) + clamped(a, t + 1, n);
}
__global__ void distances(float* out, const float* a) {
  const int t = threadIdx.x;
  put(out, t, squared_distance(a, t, 0) + squared_distance(a, t, 1) + squared_distance(a, 0, 1));
}
__global__ void behind_a_store(float* out, const float* a) {
  const int t = threadIdx.x;
  put(out, t, element(a, 0, t, 64));
  put(out, t + 64, element(a, 0, t, 64));
}
__global__ void largest(float* out, const float* a) {
  const int t = threadIdx.x;
  out[t] = larger(a, t, t ^ 1) + larger(a, t, t ^ 2);
}
__global__ void view(float* out, const float* a) {
  const View m{a, 64};
  const int t = threadIdx.x;
  out[t] = m(0, t) * m(1, t) + m(0, t) * m(2, t);
}
__global__ void lambda(float* out, const float* a) {
  const int t = threadIdx.x;
  const auto in = [=](int i) { return a[i & 127]; };
  out[t] = in(t) + in(t + 32) + in(t);
}
__global__ void sums(float* out, const float* a) {
  const int t = threadIdx.x;
  out[t] = row_sum(a, t % 4, 4) + row_sum(a, t % 4, 4);
}
__global__ void tile(float* out, const float* a) {
  __shared__ float s[16][17];
  const int t = threadIdx.x;
  const auto cell = [&](int row, int column) -> float& { return s[row & 15][column & 15]; };
  for (int i = t; i < 256; i += 64) cell(i / 16, i) = a[i];
  __syncthreads();
  out[t] = cell(t, t / 16) + cell(t / 16, t) * cell(t, t / 16);
}

int main() {
  const float* a = filled<float>(16384, [](size_t i) { return float(i * 37 % 101); });
  float* out = zeros<float>(16384);
  label("same element twice"), same_element_twice<<<1, 64>>>(out, a);
  label("again in a branch"), again_in_a_branch<<<1, 64>>>(out, a);
  label("not used"), not_used<<<1, 64>>>(out, a);
  label("out of the loop"), out_of_the_loop<<<1, 64>>>(out, a, 9);
  label("neighbours"), neighbours<<<1, 64>>>(out, a, 64);
  label("distances"), distances<<<1, 64>>>(out, a);
  label("behind a store"), behind_a_store<<<1, 64>>>(out, a);
  label("largest"), largest<<<1, 64>>>(out, a);
  label("view"), view<<<1, 64>>>(out, a);
  label("lambda"), lambda<<<1, 64>>>(out, a);
  label("sums of rows"), sums<<<1, 64>>>(out, a);
  label("tile"), tile<<<1, 64>>>(out, a);
  return finish();
}
