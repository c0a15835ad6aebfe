// Held out: stencils, products and turned matrices, as people write them. Simulated before a GPU counted them.
#include <cuda_fp16.h>

#include "results.cuh"

__constant__ float taps[9];

__global__ void diffused(float* out, const float* in, int nx, int ny) {
  __shared__ float s[18][18];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  if (x < nx && y < ny) {
    s[ty][tx] = in[y * nx + x];
    if (threadIdx.x == 0) s[ty][0] = x > 0 ? in[y * nx + x - 1] : 0;
    if (threadIdx.x == 15) s[ty][17] = x < nx - 1 ? in[y * nx + x + 1] : 0;
    if (threadIdx.y == 0) s[0][tx] = y > 0 ? in[(y - 1) * nx + x] : 0;
    if (threadIdx.y == 15) s[17][tx] = y < ny - 1 ? in[(y + 1) * nx + x] : 0;
  }
  __syncthreads();
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1)
    out[y * nx + x] = s[ty][tx] + 0.1f * (s[ty - 1][tx] + s[ty + 1][tx] + s[ty][tx - 1] + s[ty][tx + 1] - 4 * s[ty][tx]);
}

// Seven points, marching along z with three planes in registers.
__global__ void marched(float* __restrict__ out, const float* __restrict__ in, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
  const int plane = nx * ny;
  int at = y * nx + x;
  float below = in[at], here = in[at + plane];
  for (int z = 1; z < nz - 1; ++z) {
    at += plane;
    const float above = in[at + plane];
    out[at] = 0.4f * here + 0.1f * (in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + below + above);
    below = here;
    here = above;
  }
}

__global__ void filtered(float* out, const float* in, int n) {
  __shared__ float s[128 + 8];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x + 4] = i < n ? in[i] : 0;
  if (threadIdx.x < 4) {
    s[threadIdx.x] = i >= 4 ? in[i - 4] : 0;
    s[threadIdx.x + 132] = i + 128 < n ? in[i + 128] : 0;
  }
  __syncthreads();
  if (i >= n) return;
  float sum = 0;
#pragma unroll
  for (int k = -4; k <= 4; ++k) sum += taps[k + 4] * s[threadIdx.x + 4 + k];
  out[i] = sum;
}

// Blocks of 32 by 8, four rows a thread.
__global__ void product_of_four(float* C, const float* A, const float* B, int n) {
  __shared__ float As[32][33], Bs[32][33];
  float c[4] = {0, 0, 0, 0};
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32, col = blockIdx.x * 32;
  for (int k0 = 0; k0 < n; k0 += 32) {
    for (int j = 0; j < 32; j += 8) {
      As[ty + j][tx] = A[(row + ty + j) * n + k0 + tx];
      Bs[ty + j][tx] = B[(k0 + ty + j) * n + col + tx];
    }
    __syncthreads();
    for (int k = 0; k < 32; ++k) {
      const float b = Bs[k][tx];
      for (int j = 0; j < 4; ++j) c[j] += As[ty + 8 * j][k] * b;
    }
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j) C[(row + ty + 8 * j) * n + col + tx] = c[j];
}

// 64 by 64 a block of 256 threads, 4 by 4 a thread, A turned in shared memory.
__global__ void product_in_registers(float* C, const float* A, const float* B, int M, int N, int K) {
  __shared__ float As[8][64], Bs[8][64];
  const int t = threadIdx.x, tr = t / 16 * 4, tc = t % 16 * 4;
  A += blockIdx.y * 64 * K;
  B += blockIdx.x * 64;
  C += blockIdx.y * 64 * N + blockIdx.x * 64;
  float c[4][4] = {}, a[4], b[4];
  for (int k0 = 0; k0 < K; k0 += 8) {
    for (int i = t; i < 64 * 8; i += 256) As[i % 8][i / 8] = A[i / 8 * K + i % 8];
    for (int i = t; i < 8 * 64; i += 256) Bs[i / 64][i % 64] = B[i / 64 * N + i % 64];
    __syncthreads();
    A += 8;
    B += 8 * N;
    for (int k = 0; k < 8; ++k) {
      for (int i = 0; i < 4; ++i) a[i] = As[k][tr + i];
      for (int j = 0; j < 4; ++j) b[j] = Bs[k][tc + j];
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) c[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) C[(tr + i) * N + tc + j] = c[i][j];
}

__global__ void turned_in_tiles(float* out, const float* in, int w, int h) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < w && y + j < h) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < h && y + j < w) out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void turned_by_xor(double* out, const double* in, int n) {
  __shared__ double tile[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  tile[ty][tx ^ ty] = in[(blockIdx.y * 16 + ty) * n + blockIdx.x * 16 + tx];
  __syncthreads();
  out[(blockIdx.x * 16 + ty) * n + blockIdx.y * 16 + tx] = tile[tx][ty ^ tx];
}

__global__ void halves_turned(__half* out, const __half* in, int n) {
  __shared__ __half tile[32][34];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32, col = blockIdx.x * 32;
  for (int j = ty; j < 32; j += 16) {
    const __half2 v = *(const __half2*)&in[(row + j) * n + col + 2 * tx];
    tile[j][2 * tx] = v.x;
    tile[j][2 * tx + 1] = v.y;
  }
  __syncthreads();
  for (int j = ty; j < 32; j += 16)
    *(__half2*)&out[(col + j) * n + row + 2 * tx] = __halves2half2(tile[2 * tx][j], tile[2 * tx + 1][j]);
}

__global__ void red_black(float* u, const float* f, int n, int colour) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x + 1, i = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (i < n - 1 && j < n - 1 && (i + j) % 2 == colour)
    u[i * n + j] = 0.25f * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1] - f[i * n + j]);
}

__global__ void rows_times_vector(float* y, const float4* A, const float4* x, int rows, int quarters) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int k = lane; k < quarters; k += 32) {
    const float4 a = A[row * quarters + k], b = x[k];
    sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
  for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
  if (lane == 0) y[row] = sum;
}

int main() {
  const int n = 1 << 15;
  std::vector<float> values(n);
  std::vector<double> doubles(n / 2);
  for (int i = 0; i < n; ++i) values[i] = float(unsigned(i) * 2654435761u >> 24) / 64 - 2;
  for (int i = 0; i < n / 2; ++i) doubles[i] = i * 0.25;
  const float host_taps[9] = {0.125f, 0.25f, 0.5f, 1, 2, 1, 0.5f, 0.25f, 0.125f};
  require(cudaMemcpyToSymbol(taps, host_taps, sizeof host_taps));
  float *a, *out;
  double* d;
  require(cudaMalloc(&a, n * 4));
  require(cudaMalloc(&d, n * 4));
  require(cudaMalloc(&out, n * 4));
  require(cudaMemcpy(a, values.data(), n * 4, cudaMemcpyHostToDevice));
  require(cudaMemcpy(d, doubles.data(), n * 4, cudaMemcpyHostToDevice));
  const dim3 square(16, 16);
  measured_closely("diffused", out, 70 * 50, [&] { diffused<<<dim3(5, 4), square>>>(out, a, 70, 50); });
  measured_closely("marched", out, 34 * 18 * 10, [&] { marched<<<dim3(2, 3), dim3(32, 8)>>>(out, a, 34, 18, 10); });
  measured_closely("filtered", out, 1000, [&] { filtered<<<8, 128>>>(out, a, 1000); });
  measured_closely("product of four", out, 64 * 64, [&] { product_of_four<<<dim3(2, 2), dim3(32, 8)>>>(out, a, a + 999, 64); });
  measured_closely("product in registers", out, 128 * 64,
      [&] { product_in_registers<<<dim3(1, 2), 256>>>(out, a, a + 4096, 128, 64, 32); });
  measured("turned in tiles", out, 100 * 70, [&] { turned_in_tiles<<<dim3(4, 3), dim3(32, 8)>>>(out, a, 100, 70); });
  measured("turned by xor", (double*)out, 48 * 48, [&] { turned_by_xor<<<dim3(3, 3), square>>>((double*)out, d, 48); });
  measured("halves turned", (__half*)out, 64 * 64,
      [&] { halves_turned<<<dim3(2, 2), square>>>((__half*)out, (__half*)a, 64); });
  measured_closely("red and black", out, 66 * 66, [&] { red_black<<<dim3(2, 8), dim3(32, 8)>>>(out, a, 66, 1); });
  measured_closely("rows times vector", out, 30,
      [&] { rows_times_vector<<<8, 128>>>(out, (float4*)a, (float4*)(a + 16384), 30, 100); });
  return finish();
}
