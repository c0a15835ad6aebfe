// Calibration: the tiles of matrix products, whose loads nvcc fuses in unrolled loops.
#include "calibration.cuh"

// The same number of every lane: a row of the left tile.
template <int width>
__global__ void tiled_product(float* out, const float* a, const float* b, int n) {
  __shared__ float left[16][width], right[16][width];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    left[y][x] = a[y * n + k + x];
    right[y][x] = b[(k + y) * n + x];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += left[y][j] * right[j][x];
    __syncthreads();
  }
  out[y * n + x] = sum;
}

template <int width>
__global__ void tiled_product_32(float* out, const float* a, const float* b, int n) {
  __shared__ float left[32][width], right[32][width];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    left[y][x] = a[y * n + k + x];
    right[y][x] = b[(k + y) * n + x];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; ++j) sum += left[y][j] * right[j][x];
    __syncthreads();
  }
  out[y * n + x] = sum;
}

// 64 × 64 of the result by 256 threads, 4 × 4 each.
__global__ void register_tile(float* out, const float* a, const float* b, int n) {
  __shared__ float left[8][64], right[8][64];
  const int t = threadIdx.x, x = t % 16, y = t / 16;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += 8) {
    for (int i = t; i < 512; i += 256) {
      left[i / 64][i % 64] = a[(i % 64) * n + k + i / 64];
      right[i / 64][i % 64] = b[(k + i / 64) * n + i % 64];
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      float l[4], r[4];
      for (int i = 0; i < 4; ++i) l[i] = left[j][4 * y + i], r[i] = right[j][4 * x + i];
      for (int i = 0; i < 4; ++i)
        for (int c = 0; c < 4; ++c) sum[i][c] += l[i] * r[c];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int c = 0; c < 4; ++c) out[(4 * y + i) * n + 4 * x + c] = sum[i][c];
}

// The other order of a thread's elements: 16 apart.
__global__ void register_tile_strided(float* out, const float* a, const float* b, int n) {
  __shared__ float left[64][8], right[8][64];
  const int t = threadIdx.x, x = t % 16, y = t / 16;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += 8) {
    for (int i = t; i < 512; i += 256) {
      left[i / 8][i % 8] = a[(i / 8) * n + k + i % 8];
      right[i / 64][i % 64] = b[(k + i / 64) * n + i % 64];
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      float l[4], r[4];
      for (int i = 0; i < 4; ++i) l[i] = left[y + 16 * i][j], r[i] = right[j][x + 16 * i];
      for (int i = 0; i < 4; ++i)
        for (int c = 0; c < 4; ++c) sum[i][c] += l[i] * r[c];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int c = 0; c < 4; ++c) out[(y + 16 * i) * n + x + 16 * c] = sum[i][c];
}

int main() {
  float* out = zeros<float>(16384);
  float* a = zeros<float>(16384);
  label("tiled product, 16 wide"), tiled_product<16><<<1, dim3(16, 16)>>>(out, a, a, 64);
  label("tiled product, 17 wide"), tiled_product<17><<<1, dim3(16, 16)>>>(out, a, a, 64);
  label("tiled product, 18 wide"), tiled_product<18><<<1, dim3(16, 16)>>>(out, a, a, 64);
  label("tiled product of 32, 32 wide"), tiled_product_32<32><<<1, dim3(32, 32)>>>(out, a, a, 64);
  label("tiled product of 32, 33 wide"), tiled_product_32<33><<<1, dim3(32, 32)>>>(out, a, a, 64);
  label("register tile"), register_tile<<<1, 256>>>(out, a, a, 64);
  label("register tile, strided"), register_tile_strided<<<1, 256>>>(out, a, a, 64);
  return finish();
}
