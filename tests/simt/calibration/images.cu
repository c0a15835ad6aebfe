// Held out: images and narrow types: halves, bytes, stencils with a halo, a filter of constant weights, bins.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "results.cuh"

__global__ void halves_turned(__half* out, const __half* in, int n) {
  __shared__ __half tile[32][34];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
  for (int r = threadIdx.y; r < 32; r += 8) tile[r][threadIdx.x] = in[(y + r) * n + x];
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 8)
    out[(blockIdx.x * 32 + r) * n + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][r];
}

__global__ void half2_sums(__half2* out, const __half2* in) {
  __shared__ __half2 s[128];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (int half = 64; half; half /= 2) {
    if (t < half) s[t] = __hadd2(s[t], s[t + half]);
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void bfloat_dot(float* out, const __nv_bfloat16* a, const __nv_bfloat16* b) {
  __shared__ __nv_bfloat16 s[256];
  const int t = threadIdx.x;
  s[t] = a[t];
  s[t + 128] = b[t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; ++k) sum += __bfloat162float(s[t / 16 * 16 + k]) * __bfloat162float(s[128 + (t * 16 + k) % 128]);
  out[t] = sum;
}

__global__ void bytes_turned(unsigned char* out, const unsigned char* in, int n) {
  __shared__ unsigned char tile[32][33];
  tile[threadIdx.y][threadIdx.x] = in[(blockIdx.y * 32 + threadIdx.y) * n + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  out[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void row_filter(float* out, const float* in, int n) {
  __shared__ float s[128 + 6];
  const int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x + 3] = i < n ? in[i] : 0;
  if (threadIdx.x < 3) {
    s[threadIdx.x] = i >= 3 ? in[i - 3] : 0;
    s[threadIdx.x + 131] = i + 128 < n ? in[i + 128] : 0;
  }
  __syncthreads();
  float sum = 0;
  for (int k = -3; k <= 3; ++k) sum += s[threadIdx.x + 3 + k];
  if (i < n) out[i] = sum;
}

__constant__ float weights[25];

__global__ void filter_5x5(float* out, const float* in, int width, int height) {
  __shared__ float s[20][20];
  const int left = blockIdx.x * 16 - 2, top = blockIdx.y * 16 - 2;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < 400; i += 256) {
    const int x = min(max(left + i % 20, 0), width - 1), y = min(max(top + i / 20, 0), height - 1);
    s[i / 20][i % 20] = in[y * width + x];
  }
  __syncthreads();
  float sum = 0;
  for (int dy = 0; dy < 5; ++dy)
    for (int dx = 0; dx < 5; ++dx) sum += weights[dy * 5 + dx] * s[threadIdx.y + dy][threadIdx.x + dx];
  const int x = left + 2 + threadIdx.x, y = top + 2 + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = sum;
}

__global__ void five_points(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, i = y * width + x;
  if (x == 0 || y == 0 || x >= width - 1 || y >= height - 1) return;
  out[i] = in[i - 1] + in[i + 1] + in[i - width] + in[i + width] - 4 * in[i];
}

__global__ void bins_of_block(int* bins, const unsigned char* in, int n) {
  __shared__ int s[64];
  if (threadIdx.x < 64) s[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[in[i] % 64], 1);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}

__global__ void grey(unsigned char* out, const uchar3* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (in[i].x * 77 + in[i].y * 151 + in[i].z * 28) >> 8;
}

__global__ void four_pixels(uchar4* out, const uchar4* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const uchar4 v = in[i];
  out[i] = make_uchar4(255 - v.x, 255 - v.y, 255 - v.z, v.w);
}

int main() {
  constexpr int n = 1 << 14;
  float* a = filled<float>(n, [](size_t i) { return float(i * 29 % 41); });
  __half* halves = filled<__half>(n, [](size_t i) { return __float2half(float(i * 13 % 9)); });
  __nv_bfloat16* bfloats = filled<__nv_bfloat16>(n, [](size_t i) { return __float2bfloat16(float(i * 13 % 9)); });
  unsigned char* bytes = filled<unsigned char>(n, [](size_t i) { return (unsigned char)(i * 2654435761u >> 12); });
  float host[25];
  for (int i = 0; i < 25; ++i) host[i] = float(i % 4);
  require(cudaMemcpyToSymbol(weights, host, sizeof host));
  float* out = zeros<float>(n);
  measured("halves turned", out, n, [&] { halves_turned<<<dim3(2, 2), dim3(32, 8)>>>((__half*)out, halves, 64); });
  measured("half2 sums", out, n, [&] { half2_sums<<<4, 128>>>((__half2*)out, (__half2*)halves); });
  measured("bfloat dot", out, n, [&] { bfloat_dot<<<1, 128>>>(out, bfloats, bfloats + 100); });
  measured("bytes turned", out, n, [&] { bytes_turned<<<dim3(2, 2), dim3(32, 32)>>>((unsigned char*)out, bytes, 64); });
  measured("row filter", out, n, [&] { row_filter<<<4, 128>>>(out, a, 500); });
  measured("filter 5x5", out, n, [&] { filter_5x5<<<dim3(4, 3), dim3(16, 16)>>>(out, a, 60, 45); });
  measured("five points", out, n, [&] { five_points<<<dim3(2, 10), dim3(32, 4)>>>(out, a, 61, 37); });
  measured("bins of block", out, n, [&] { bins_of_block<<<4, 128>>>((int*)out, bytes, 4000); });
  measured("grey", out, n, [&] { grey<<<8, 128>>>((unsigned char*)out, (uchar3*)bytes, 1000); });
  measured("four pixels", out, n, [&] { four_pixels<<<8, 128>>>((uchar4*)out, (uchar4*)bytes, 1000); });
  return finish();
}
