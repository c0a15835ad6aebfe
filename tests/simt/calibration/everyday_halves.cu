// Held out: halves and bfloat16 in networks, as people write them. Simulated before a GPU counted them.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "results.cuh"

__global__ void to_half(const float* in, __half* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __float2half(in[i]);
}

__global__ void to_half_by_fours(const float4* in, __half2* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float4 v = in[i];
    out[2 * i] = __floats2half2_rn(v.x, v.y);
    out[2 * i + 1] = __floats2half2_rn(v.z, v.w);
  }
}

__global__ void add_bf16(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __float2bfloat16(__bfloat162float(a[i]) + __bfloat162float(b[i]));
}

// Eight halves at once, as 16 bytes.
__global__ void relu8(const uint4* in, uint4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint4 v = in[i];
  __half2* h = reinterpret_cast<__half2*>(&v);
#pragma unroll
  for (int k = 0; k < 4; ++k) h[k] = __hmax2(h[k], __float2half2_rn(0));
  out[i] = v;
}

// A row's dot product, two halves a lane.
__global__ void gemv_half2(const __half2* m, const __half2* x, float* y, int rows, int pairs) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  float sum = 0;
  for (int i = threadIdx.x; i < pairs; i += 32) {
    const float2 a = __half22float2(m[row * pairs + i]), b = __half22float2(x[i]);
    sum += a.x * b.x + a.y * b.y;
  }
  for (int o = 16; o; o /= 2) sum += __shfl_xor_sync(~0u, sum, o);
  if (threadIdx.x == 0) y[row] = sum;
}

// A product of matrices of halves, sums in float.
__global__ void gemm_half(const __half* A, const __half* B, float* C, int N, int K) {
  __shared__ __half a[16][16], b[16][16];
  const int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    a[threadIdx.y][threadIdx.x] = A[row * K + k + threadIdx.x];
    b[threadIdx.y][threadIdx.x] = B[(k + threadIdx.y) * N + col];
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += __half2float(a[threadIdx.y][i]) * __half2float(b[i][threadIdx.x]);
    __syncthreads();
  }
  C[row * N + col] = sum;
}

__device__ float gelu(float x) { return 0.5f * x * (1 + tanhf(0.7978845608f * (x + 0.044715f * x * x * x))); }

__global__ void bias_gelu(const __half2* in, const __half2* bias, __half2* out, int rows, int pairs) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * pairs; i += gridDim.x * blockDim.x) {
    const float2 v = __half22float2(in[i]), b = __half22float2(bias[i % pairs]);
    out[i] = __floats2half2_rn(gelu(v.x + b.x), gelu(v.y + b.y));
  }
}

// Pairs turned by their place's angle.
__global__ void rope(float2* x, int heads, int pairs) {
  const int t = blockIdx.x, h = threadIdx.y, p = threadIdx.x;
  if (p >= pairs) return;
  float s, c;
  sincosf(t * powf(10000.0f, -float(p) / pairs), &s, &c);
  const int i = (t * heads + h) * pairs + p;
  const float2 v = x[i];
  x[i] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}

// Whole numbers of 8 bits, with a scale a row.
__global__ void quantize(const float* in, signed char* out, float* scales, int columns) {
  __shared__ float most[4];
  const float* row = in + blockIdx.x * columns;
  float top = 0;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) top = fmaxf(top, fabsf(row[i]));
  for (int o = 16; o; o /= 2) top = fmaxf(top, __shfl_xor_sync(~0u, top, o));
  if (threadIdx.x % 32 == 0) most[threadIdx.x / 32] = top;
  __syncthreads();
  top = fmaxf(fmaxf(most[0], most[1]), fmaxf(most[2], most[3]));
  const float scale = top / 127;
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    out[blockIdx.x * columns + i] = (signed char)__float2int_rn(row[i] / scale);
  if (threadIdx.x == 0) scales[blockIdx.x] = scale;
}

__global__ void dot8(const int* a, const int* b, int* out, int words) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int i = 0; i < words; ++i) sum = __dp4a(a[row * words + i], b[i], sum);
  out[row] = sum;
}

// A step of Adam.
__global__ void adam(float* w, const float* g, float* m, float* v, int n, float rate) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float grad = g[i];
  const float mi = 0.9f * m[i] + 0.1f * grad, vi = 0.999f * v[i] + 0.001f * grad * grad;
  m[i] = mi;
  v[i] = vi;
  w[i] -= rate * mi / (sqrtf(vi) + 1e-8f);
}

// What a sample costs: the logarithm of a row's softmax at its label.
__global__ void cross_entropy(const float* logits, const int* labels, float* loss, int classes) {
  const int row = blockIdx.x * blockDim.x / 32 + threadIdx.x / 32, lane = threadIdx.x % 32;
  const float* x = logits + row * classes;
  float top = -1e30f, sum = 0;
  for (int c = lane; c < classes; c += 32) top = fmaxf(top, x[c]);
  for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, o));
  for (int c = lane; c < classes; c += 32) sum += expf(x[c] - top);
  for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
  if (lane == 0) loss[row] = logf(sum) + top - x[labels[row]];
}

int main() {
  constexpr int n = 4096;
  auto value = [](size_t i) { return float(int(i * 37 % 41) - 20) * 0.125f; };
  float* in = filled<float>(n, value);
  float* out = zeros<float>(n);
  auto* h = filled<__half>(n, [&](size_t i) { return __float2half(value(i)); });
  auto* h_out = zeros<__half>(n);
  auto* b = filled<__nv_bfloat16>(n, [&](size_t i) { return __float2bfloat16(value(i)); });
  auto* b_out = zeros<__nv_bfloat16>(n);
  measured("floats to halves", h_out, n, [&] { to_half<<<8, 256>>>(in, h_out, 2000); });
  measured("by fours", h_out, n, [&] { to_half_by_fours<<<2, 256>>>((float4*)in, (__half2*)h_out, 1000); });
  measured("bfloat16 added", b_out, n, [&] { add_bf16<<<8, 256>>>(b, b + 100, b_out, 1900); });
  measured("none below zero", h_out, n, [&] { relu8<<<2, 256>>>((uint4*)h, (uint4*)h_out, 500); });
  measured_closely(
      "times a vector", out, 40, [&] { gemv_half2<<<10, dim3(32, 4)>>>((__half2*)h, (__half2*)h, out, 40, 50); });
  measured_closely(
      "halves times halves", out, 48 * 32, [&] { gemm_half<<<dim3(2, 3), dim3(16, 16)>>>(h, h + 100, out, 32, 64); });
  label("bias and gelu");
  bias_gelu<<<4, 128>>>((__half2*)h, (__half2*)h + 512, (__half2*)h_out, 20, 60);
  fprintf(stderr, "0 bias and gelu\n");
  measured("angles", out, 1, [&] { rope<<<10, dim3(32, 4)>>>((float2*)in, 4, 24); });
  auto* bytes = zeros<signed char>(n);
  measured_closely("eight bits", out, 16, [&] { quantize<<<16, 128>>>(in, bytes, out, 200); });
  int* words = filled<int>(n, [](size_t i) { return int(i * 2654435761u); });
  int* sums = zeros<int>(256);
  measured("products of bytes", sums, 256, [&] { dot8<<<2, 128>>>(words, words + 7, sums, 12); });
  float* m = zeros<float>(n);
  float* v = zeros<float>(n);
  measured_closely("a step of Adam", out, 1000, [&] { adam<<<8, 128>>>(out, in, m, v, 1000, 0.01f); });
  int* labels = filled<int>(40, [](size_t i) { return int(i * 7 % 90); });
  measured_closely("cross entropy", out, 40, [&] { cross_entropy<<<10, 128>>>(in, labels, out, 90); });
  return finish();
}
