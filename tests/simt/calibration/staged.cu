// Held out: copies by __pipeline_memcpy_async in 1 to 4 stages, of 4, 8 and 16 bytes.
#include <cuda_pipeline.h>

#include "results.cuh"

template <int stages, typename T>
__global__ void staged_sum(float* out, const T* in, int tiles) {
  __shared__ T ring[stages][128];
  const int t = threadIdx.x;
  const T* mine = in + blockIdx.x * tiles * 128;
  for (int s = 0; s < stages - 1; ++s) {
    if (s < tiles) __pipeline_memcpy_async(&ring[s][t], &mine[s * 128 + t], sizeof(T));
    __pipeline_commit();
  }
  float sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    const int ahead = tile + stages - 1;
    if (ahead < tiles) __pipeline_memcpy_async(&ring[ahead % stages][t], &mine[ahead * 128 + t], sizeof(T));
    __pipeline_commit();
    __pipeline_wait_prior(stages - 1);
    __syncthreads();
    const T v = ring[tile % stages][127 - t];
    sum += reinterpret_cast<const float&>(v);
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

// A product whose tiles come ahead.
__global__ void staged_product(float* c, const float* a, const float* b, int n) {
  __shared__ float as[2][16][16], bs[2][16][16];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
  const auto fetch = [&](int t) {
    __pipeline_memcpy_async(&as[t % 2][y][x], &a[row * n + t * 16 + x], sizeof(float));
    __pipeline_memcpy_async(&bs[t % 2][y][x], &b[(t * 16 + y) * n + col], sizeof(float));
    __pipeline_commit();
  };
  fetch(0);
  float sum = 0;
  const int tiles = n / 16;
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      fetch(t + 1);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) sum += as[t % 2][y][k] * bs[t % 2][k][x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

// A row of tiles with halo, each element copied once by whoever comes first.
__global__ void halo_by_copies(float* out, const float* in, int n) {
  __shared__ float s[128 + 8];
  const int first = blockIdx.x * 128 - 4;
  for (int i = threadIdx.x; i < 136; i += 128) {
    const int from = first + i;
    if (from >= 0 && from < n) __pipeline_memcpy_async(&s[i], &in[from], 4);
    else s[i] = 0;
  }
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k <= 8; ++k) sum += s[threadIdx.x + k];
  if (first + 4 + int(threadIdx.x) < n) out[first + 4 + threadIdx.x] = sum;
}

__global__ void gathered(float* out, const float4* in, const int* at) {
  __shared__ float4 s[128];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[at[blockIdx.x * 128 + t]], sizeof(float4));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  const float4 v = s[t ^ 9];
  out[blockIdx.x * 128 + t] = v.x + v.y + v.z + v.w;
}

__global__ void by_words(float* out, const float* in, int pitch) {
  __shared__ alignas(16) float s[32][32];
  const int lane = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 4)
    if (lane < 8) __pipeline_memcpy_async(&s[r][lane * 4], &in[r * pitch + lane * 4], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int r = y; r < 32; r += 4) out[r * 32 + lane] = s[lane][r];
}

int main() {
  constexpr int n = 1 << 14;
  float* a = filled<float>(n * 4, [](size_t i) { return float(i * 29 % 41); });
  int* at = filled<int>(n, [](size_t i) { return int((i * 2654435761u >> 8) % 4096); });
  float* out = zeros<float>(n);
  measured("one stage of 4", out, n, [&] { staged_sum<1><<<2, 128>>>(out, a, 5); });
  measured("two stages of 4", out, n, [&] { staged_sum<2><<<2, 128>>>(out, a, 5); });
  measured("three stages of 8", out, n, [&] { staged_sum<3><<<2, 128>>>(out, (float2*)a, 6); });
  measured("four stages of 8", out, n, [&] { staged_sum<4><<<2, 128>>>(out, (float2*)a, 3); });
  measured("two stages of 16", out, n, [&] { staged_sum<2><<<2, 128>>>(out, (float4*)a, 4); });
  measured("four stages of 16", out, n, [&] { staged_sum<4><<<2, 128>>>(out, (float4*)a, 7); });
  measured("staged product", out, n, [&] { staged_product<<<dim3(4, 4), dim3(16, 16)>>>(out, a, a + 4096, 64); });
  measured("halo by copies", out, n, [&] { halo_by_copies<<<4, 128>>>(out, a, 500); });
  measured("gathered", out, n, [&] { gathered<<<4, 128>>>(out, (float4*)a, at); });
  measured("by words", out, n, [&] { by_words<<<1, dim3(32, 4)>>>(out, a, 36); });
  return finish();
}
