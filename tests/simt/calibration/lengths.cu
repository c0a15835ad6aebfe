// Calibration: loops in loops as often round as a parameter says: sums over a square, a box around a point, filters of any width, a matrix
// product of any size. nvcc cannot unroll these whole, however often they go round when they run.
#include "calibration.cuh"

__device__ void fill(float* s, const float* a) {
  for (int i = threadIdx.x; i < 192; i += blockDim.x) s[i] = a[i];
  __syncthreads();
}

__global__ void square(float* out, const float* a, int n) {
  __shared__ float s[192];
  fill(s, a);
  float sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) sum += s[8 + j];
  out[threadIdx.x] = sum;
}

__global__ void unsigned_square(float* out, const float* a, unsigned n) {
  __shared__ float s[192];
  fill(s, a);
  float sum = 0;
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < n; ++j) sum += s[(i + j) & 63];
  out[threadIdx.x] = sum;
}

__global__ void from_one(float* out, const float* a, int n) {
  __shared__ float s[192];
  fill(s, a);
  float sum = 0;
  for (int i = 1; i <= n; ++i)
    for (int j = 0; j < n; ++j) sum += s[8 + j] * s[i];
  out[threadIdx.x] = sum;
}

__global__ void sizes(float* out, const float* a, size_t n) {
  __shared__ float s[192];
  fill(s, a);
  float sum = 0;
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) sum += s[8 + j];
  out[threadIdx.x] = sum;
}

__global__ void at_least_one_round(float* out, const float* a, int n) {
  __shared__ float s[192];
  fill(s, a);
  float sum = 0;
  int j = 0;
  do {
    sum += s[8 + j];
    ++j;
  } while (j < n);
  out[threadIdx.x] = sum;
}

__global__ void if_any(float* out, const float* a, int n) {
  __shared__ float s[192];
  fill(s, a);
  float sum = 0;
  if (n > 0)
    for (int j = 0; j < n; ++j) sum += s[8 + j];
  out[threadIdx.x] = sum;
}

// The stencil that many a course has, with weights in shared memory and its radius a parameter.
__global__ void box(float* out, const float* a, int radius) {
  __shared__ float tile[24][24], weight[192];
  fill(weight, a);
  const int x = threadIdx.x % 8, y = threadIdx.x / 8;
  for (int i = threadIdx.x; i < 576; i += blockDim.x) tile[i / 24][i % 24] = a[i];
  __syncthreads();
  float sum = 0;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx)
      sum += tile[y + 8 + dy][x + 8 + dx] * weight[(dy + radius) * (2 * radius + 1) + dx + radius];
  out[threadIdx.x] = sum;
}

__global__ void product(float* out, const float* a, int n) {
  __shared__ float left[16][16], right[16][17];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) {
    left[i / 16][i % 16] = a[i];
    right[i / 16][i % 16] = a[i + 256];
  }
  __syncthreads();
  for (int row = 0; row < n; ++row) {
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += left[row][k] * right[k][threadIdx.x % 16];
    out[row * 64 + threadIdx.x] = sum;
  }
}

__global__ void stores_in_a_square(float* out, const float* a, int n) {
  __shared__ float s[192];
  fill(s, a);
  float sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      s[64 + j] = sum;
      sum += s[i];
    }
  out[threadIdx.x] = sum;
}

__global__ void down(float* out, const float* a, int n) {
  __shared__ float s[192];
  fill(s, a);
  float sum = 0;
  for (int i = n - 1; i >= 0; --i)
    for (int j = n - 1; j >= 0; --j) sum += s[(i + j) & 63];
  out[threadIdx.x] = sum;
}

// Of a constant number of rounds, the inner one as the outer one: unrolled whole.
__global__ void constant_square(float* out, const float* a) {
  __shared__ float s[192];
  fill(s, a);
  float sum = 0;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) sum += s[i * 8 + j];
  out[threadIdx.x] = sum;
}

int main() {
  const float* a = filled<float>(16384, [](size_t i) { return float(i * 37 % 101); });
  float* out = zeros<float>(16384);
  for (long n : {6, 11}) {
    label("square of %ld", n), square<<<1, 64>>>(out, a, n);
    label("unsigned square of %ld", n), unsigned_square<<<1, 64>>>(out, a, n);
    label("from one to %ld", n), from_one<<<1, 64>>>(out, a, n);
    label("size_t, %ld", n), sizes<<<1, 64>>>(out, a, n);
    label("at least one round of %ld", n), at_least_one_round<<<1, 64>>>(out, a, n);
    label("if there are any of %ld", n), if_any<<<1, 64>>>(out, a, n);
    label("product of %ld x %ld", n, n), product<<<1, 64>>>(out, a, n);
    label("stores in a square of %ld", n), stores_in_a_square<<<1, 64>>>(out, a, n);
    label("down from %ld", n), down<<<1, 64>>>(out, a, n);
  }
  label("box of radius 2"), box<<<1, 64>>>(out, a, 2);
  label("box of radius 3"), box<<<1, 64>>>(out, a, 3);
  label("constant square"), constant_square<<<1, 64>>>(out, a);
  return finish();
}
