// Held out: signals, products and copies under way, as people write them. Simulated before a GPU counted them.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_fp16.h>

#include "results.cuh"

namespace cg = cooperative_groups;

template <int taps>
__global__ void fir(float* out, const float* in, const float* h, int n) {
  __shared__ float s[128 + taps - 1], w[taps];
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (threadIdx.x < taps) w[threadIdx.x] = h[threadIdx.x];
  for (int k = threadIdx.x; k < 128 + taps - 1; k += 128) {
    const int at = blockIdx.x * 128 + k - (taps - 1);
    s[k] = at >= 0 && at < n ? in[at] : 0.0f;
  }
  __syncthreads();
  float y = 0;
#pragma unroll
  for (int k = 0; k < taps; ++k) y += w[k] * s[threadIdx.x + taps - 1 - k];
  if (i < n) out[i] = y;
}

// A Fourier transform of 128 complex values a block.
__global__ void fft(float2* out, const float2* in) {
  __shared__ float2 s[128];
  const int t = threadIdx.x;
  s[__brev(t) >> 25] = in[blockIdx.x * 128 + t];
  s[__brev(t + 64) >> 25] = in[blockIdx.x * 128 + t + 64];
  __syncthreads();
  for (int half = 1; half < 128; half *= 2) {
    const int k = t % half, at = t / half * 2 * half + k;
    float si, co;
    sincosf(-3.14159265f * k / half, &si, &co);
    const float2 a = s[at], b = s[at + half];
    const float2 v = make_float2(b.x * co - b.y * si, b.x * si + b.y * co);
    s[at] = make_float2(a.x + v.x, a.y + v.y);
    s[at + half] = make_float2(a.x - v.x, a.y - v.y);
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = s[t];
  out[blockIdx.x * 128 + t + 64] = s[t + 64];
}

// Two rows and two columns a thread, tiles of 16.
__global__ void coarse_product(float* C, const float* A, const float* B, int n) {
  __shared__ float As[32][16], Bs[16][32];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32, col = blockIdx.x * 32;
  float c[2][2] = {};
  for (int k0 = 0; k0 < n; k0 += 16) {
    As[ty][tx] = A[(row + ty) * n + k0 + tx];
    As[ty + 16][tx] = A[(row + ty + 16) * n + k0 + tx];
    Bs[ty][tx] = B[(k0 + ty) * n + col + tx];
    Bs[ty][tx + 16] = B[(k0 + ty) * n + col + tx + 16];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) c[i][j] += As[ty + 16 * i][k] * Bs[k][tx + 16 * j];
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) C[(row + ty + 16 * i) * n + col + tx + 16 * j] = c[i][j];
}

__global__ void half_product(__half* C, const __half* A, const __half* B, int n) {
  __shared__ __half As[16][16], Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += 16) {
    As[ty][tx] = A[row * n + k0 + tx];
    Bs[ty][tx] = B[(k0 + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += __half2float(As[ty][k]) * __half2float(Bs[k][tx]);
    __syncthreads();
  }
  C[row * n + col] = __float2half(sum);
}

__global__ void double_dot(double* out, const double* a, const double* b, int n) {
  __shared__ double s[128];
  double sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += a[i] * b[i];
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) {
    if (threadIdx.x < step) s[threadIdx.x] += s[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = s[0];
}

// A group's copy of a tile, then the tile turned.
__global__ void turned_by_copies(float* out, const float* in, int n) {
  __shared__ float tile[32][32];
  const auto block = cg::this_thread_block();
  for (int r = 0; r < 32; ++r)
    cg::memcpy_async(block, tile[r], in + (blockIdx.y * 32 + r) * n + blockIdx.x * 32, 32 * sizeof(float));
  cg::wait(block);
  for (int r = threadIdx.y; r < 32; r += blockDim.y)
    out[(blockIdx.x * 32 + r) * n + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][r];
}

// A window of the last four kept in registers.
__global__ void moving_mean(float* out, const float* in, int n, int each) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
  float a = 0, b = 0, c = 0;
  for (int i = first; i < first + each && i < n; ++i) {
    const float x = in[i];
    out[i] = (a + b + c + x) * 0.25f;
    a = b;
    b = c;
    c = x;
  }
}

// Distances of all pairs: rows of 8 features by vectors of four.
__global__ void pair_distances(float* out, const float4* p, int n) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n) return;
  float d = 0;
  for (int k = 0; k < 2; ++k) {
    const float4 a = p[i * 2 + k], b = p[j * 2 + k];
    d += (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z) + (a.w - b.w) * (a.w - b.w);
  }
  out[i * n + j] = sqrtf(d);
}

__global__ void __cluster_dims__(2, 1, 1) summed_pair(float* out, const float* in, int n) {
  __shared__ float s[128];
  const auto cluster = cg::this_cluster();
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  s[threadIdx.x] = sum;
  cluster.sync();
  const float* other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x] + other[127 - threadIdx.x];
  cluster.sync();
}

int main() {
  float* a = filled<float>(16 * 1024, [](size_t i) { return float(i * 7 % 15) - 6; });
  float* b = filled<float>(16 * 1024, [](size_t i) { return float(i * 11 % 13) - 5; });
  double* d = filled<double>(4096, [](size_t i) { return double(i % 9) - 3; });
  __half* h = filled<__half>(8192, [](size_t i) { return __float2half(float(i % 5) / 4); });
  float* out = zeros<float>(16 * 1024);
  measured_nearly("filter of 13 taps", out, 1000, [&] { fir<13><<<8, 128>>>(out, a, b, 1000); });
  measured_closely("fourier", out, 1024, [&] { fft<<<4, 64>>>((float2*)out, (float2*)a); });
  measured_nearly(
      "product, two by two", out, 64 * 64, [&] { coarse_product<<<dim3(2, 2), dim3(16, 16)>>>(out, a, b, 64); });
  measured("product of halves", (__half*)out, 48 * 48,
      [&] { half_product<<<dim3(3, 3), dim3(16, 16)>>>((__half*)out, h, h + 4096, 48); });
  measured("dot of doubles", (double*)out, 1, [&] { double_dot<<<1, 128>>>((double*)out, d, d + 2048, 2000); });
  measured_nearly("turned by copies", out, 64 * 96, [&] { turned_by_copies<<<dim3(3, 3), dim3(32, 8)>>>(out, a, 96); });
  measured_nearly("moving mean", out, 3000, [&] { moving_mean<<<3, 128>>>(out, a, 3000, 8); });
  measured_nearly(
      "distances of pairs", out, 60 * 60, [&] { pair_distances<<<dim3(4, 4), dim3(16, 16)>>>(out, (float4*)a, 60); });
  measured_nearly("sums of a pair", out, 512, [&] { summed_pair<<<4, 128>>>(out, a, 4000); });
  return finish();
}
