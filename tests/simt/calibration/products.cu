// Held out: matrix products by tiles of registers, as the ladders of SGEMM kernels have them.
#include "results.cuh"

// A block of 64 x 64 by 256 threads, 4 x 4 each; one k of 8 at a time.
__global__ void four_by_four(float* c, const float* a, const float* b, int n) {
  __shared__ float as[64][8], bs[8][64];
  const int col = threadIdx.x % 16 * 4, row = threadIdx.x / 16 * 4;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += 8) {
    for (int i = threadIdx.x; i < 512; i += 256) {
      as[i / 8][i % 8] = a[(blockIdx.y * 64 + i / 8) * n + k + i % 8];
      bs[i / 64][i % 64] = b[(k + i / 64) * n + blockIdx.x * 64 + i % 64];
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      float left[4], right[4];
      for (int r = 0; r < 4; ++r) left[r] = as[row + r][j];
      for (int r = 0; r < 4; ++r) right[r] = bs[j][col + r];
      for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 4; ++x) sum[y][x] += left[y] * right[x];
    }
    __syncthreads();
  }
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x) c[(blockIdx.y * 64 + row + y) * n + blockIdx.x * 64 + col + x] = sum[y][x];
}

// The left tile lies transposed, and both are loaded from global memory by float4.
__global__ void vectorised(float* c, const float* a, const float* b, int n) {
  __shared__ float as[16 * 64], bs[16 * 64];
  const int col = threadIdx.x % 16, row = threadIdx.x / 16;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += 16) {
    const int ar = threadIdx.x / 4, ac = threadIdx.x % 4 * 4, br = threadIdx.x / 16, bc = threadIdx.x % 16 * 4;
    const float4 v = reinterpret_cast<const float4*>(&a[(blockIdx.y * 64 + ar) * n + k + ac])[0];
    as[(ac + 0) * 64 + ar] = v.x;
    as[(ac + 1) * 64 + ar] = v.y;
    as[(ac + 2) * 64 + ar] = v.z;
    as[(ac + 3) * 64 + ar] = v.w;
    reinterpret_cast<float4*>(&bs[br * 64 + bc])[0] = reinterpret_cast<const float4*>(&b[(k + br) * n + blockIdx.x * 64 + bc])[0];
    __syncthreads();
    for (int j = 0; j < 16; ++j) {
      float left[4], right[4];
      for (int r = 0; r < 4; ++r) left[r] = as[j * 64 + row * 4 + r];
      for (int r = 0; r < 4; ++r) right[r] = bs[j * 64 + col * 4 + r];
      for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 4; ++x) sum[y][x] += left[y] * right[x];
    }
    __syncthreads();
  }
  for (int y = 0; y < 4; ++y) {
    const float4 v = {sum[y][0], sum[y][1], sum[y][2], sum[y][3]};
    reinterpret_cast<float4*>(&c[(blockIdx.y * 64 + row * 4 + y) * n + blockIdx.x * 64 + col * 4])[0] = v;
  }
}

// A column of eight a thread.
__global__ void column_of_eight(float* c, const float* a, const float* b, int n) {
  __shared__ float as[64 * 8];
  __shared__ float bs[8 * 64];
  const int col = threadIdx.x % 64, row = threadIdx.x / 64;
  float sum[8] = {0};
  for (int k = 0; k < n; k += 8) {
    as[threadIdx.x] = a[(blockIdx.y * 64 + threadIdx.x / 8) * n + k + threadIdx.x % 8];
    bs[threadIdx.x] = b[(k + threadIdx.x / 64) * n + blockIdx.x * 64 + threadIdx.x % 64];
    __syncthreads();
    for (int j = 0; j < 8; ++j) {
      const float right = bs[j * 64 + col];
      for (int r = 0; r < 8; ++r) sum[r] += as[(row * 8 + r) * 8 + j] * right;
    }
    __syncthreads();
  }
  for (int r = 0; r < 8; ++r) c[(blockIdx.y * 64 + row * 8 + r) * n + blockIdx.x * 64 + col] = sum[r];
}

__global__ void padded_tile(float* c, const float* a, const float* b, int n) {
  __shared__ float as[32][33], bs[32][33];
  const int row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < n; t += 32) {
    as[threadIdx.y][threadIdx.x] = row < n && t + threadIdx.x < n ? a[row * n + t + threadIdx.x] : 0;
    bs[threadIdx.y][threadIdx.x] = col < n && t + threadIdx.y < n ? b[(t + threadIdx.y) * n + col] : 0;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  if (row < n && col < n) c[row * n + col] = sum;
}

__global__ void times_vector(float* y, const float* a, const float* x, int n) {
  __shared__ float part[4][32];
  const int row = blockIdx.x * 4 + threadIdx.y;
  float sum = 0;
  for (int k = threadIdx.x; k < n; k += 32) sum += a[row * n + k] * x[k];
  part[threadIdx.y][threadIdx.x] = sum;
  __syncwarp();
  for (int half = 16; half; half >>= 1) {
    if (threadIdx.x < half) part[threadIdx.y][threadIdx.x] += part[threadIdx.y][threadIdx.x + half];
    __syncwarp();
  }
  if (threadIdx.x == 0) y[row] = part[threadIdx.y][0];
}

int main() {
  constexpr int n = 128, size = n * n;
  float* a = filled<float>(size, [](size_t i) { return float(i * 31 % 7); });
  float* b = filled<float>(size, [](size_t i) { return float(i * 17 % 5); });
  float* c = zeros<float>(size);
  measured("four by four", c, size, [&] { four_by_four<<<dim3(2, 2), 256>>>(c, a, b, n); });
  measured("vectorised", c, size, [&] { vectorised<<<dim3(2, 2), 256>>>(c, a, b, n); });
  measured("column of eight", c, size, [&] { column_of_eight<<<dim3(2, 2), 512>>>(c, a, b, n); });
  measured("padded tile", c, size, [&] { padded_tile<<<dim3(4, 4), dim3(32, 32)>>>(c, a, b, 100); });
  measured("times vector", c, size, [&] { times_vector<<<16, dim3(32, 4)>>>(c, a, b, 120); });
  return finish();
}
