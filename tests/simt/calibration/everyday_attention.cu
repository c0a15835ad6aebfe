// Held out: rows of networks (softmax, norms, attention), as people write them. Simulated before a GPU counted them.
#include <cuda_fp16.h>

#include <cfloat>

#include "results.cuh"

template <typename T>
__device__ T warp_reduce_max(T v) {
  for (int o = 16; o > 0; o >>= 1) v = max(v, __shfl_xor_sync(0xffffffff, v, o));
  return v;
}
template <typename T>
__device__ T warp_reduce_sum(T v) {
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffff, v, o);
  return v;
}

// A warp a row, the row in registers.
template <int columns>
__global__ void softmax_warp(const float* in, float* out, int rows) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  float v[columns / 32], top = -FLT_MAX, sum = 0;
#pragma unroll
  for (int i = 0; i < columns / 32; ++i) {
    v[i] = in[row * columns + i * 32 + threadIdx.x];
    top = fmaxf(top, v[i]);
  }
  top = warp_reduce_max(top);
#pragma unroll
  for (int i = 0; i < columns / 32; ++i) {
    v[i] = __expf(v[i] - top);
    sum += v[i];
  }
  sum = warp_reduce_sum(sum);
#pragma unroll
  for (int i = 0; i < columns / 32; ++i) out[row * columns + i * 32 + threadIdx.x] = v[i] / sum;
}

// One pass: largest and sum together, over a block.
__global__ void softmax_online(const float* in, float* out, int C) {
  __shared__ float tops[128], sums[128];
  const float* x = in + blockIdx.x * C;
  float* y = out + blockIdx.x * C;
  float top = -INFINITY, sum = 0;
  for (int i = threadIdx.x; i < C; i += blockDim.x) {
    const float value = x[i];
    if (value > top) {
      sum = sum * expf(top - value) + 1;
      top = value;
    } else {
      sum += expf(value - top);
    }
  }
  tops[threadIdx.x] = top;
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) {
      const float a = tops[threadIdx.x], b = tops[threadIdx.x + stride];
      const float m = fmaxf(a, b);
      sums[threadIdx.x] = sums[threadIdx.x] * expf(a - m) + sums[threadIdx.x + stride] * expf(b - m);
      tops[threadIdx.x] = m;
    }
    __syncthreads();
  }
  const float m = tops[0], s = sums[0];
  for (int i = threadIdx.x; i < C; i += blockDim.x) y[i] = expf(x[i] - m) / s;
}

// Mean and variance by Welford, fours of floats.
__global__ void layer_norm(const float4* in, const float4* weight, const float4* bias, float4* out, int quads) {
  __shared__ float s_mean[32], s_m2[32];
  __shared__ int s_count[32];
  float mean = 0, m2 = 0;
  int count = 0;
  auto add = [&](float x) {
    ++count;
    const float delta = x - mean;
    mean += delta / count;
    m2 += delta * (x - mean);
  };
  for (int i = threadIdx.x; i < quads; i += blockDim.x) {
    const float4 v = in[blockIdx.x * quads + i];
    add(v.x), add(v.y), add(v.z), add(v.w);
  }
  auto join = [&](float other_mean, float other_m2, int other) {
    if (other == 0) return;
    const float delta = other_mean - mean;
    const int all = count + other;
    mean += delta * other / all;
    m2 += other_m2 + delta * delta * count * other / all;
    count = all;
  };
  for (int o = 16; o > 0; o /= 2) {
    const float a = __shfl_down_sync(~0u, mean, o), b = __shfl_down_sync(~0u, m2, o);
    const int c = __shfl_down_sync(~0u, count, o);
    join(a, b, c);
  }
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0) s_mean[warp] = mean, s_m2[warp] = m2, s_count[warp] = count;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < blockDim.x / 32; ++w) join(s_mean[w], s_m2[w], s_count[w]);
    s_mean[0] = mean, s_m2[0] = rsqrtf(m2 / count + 1e-5f);
  }
  __syncthreads();
  const float mu = s_mean[0], scale = s_m2[0];
  for (int i = threadIdx.x; i < quads; i += blockDim.x) {
    float4 v = in[blockIdx.x * quads + i];
    const float4 w = weight[i], b = bias[i];
    v.x = (v.x - mu) * scale * w.x + b.x;
    v.y = (v.y - mu) * scale * w.y + b.y;
    v.z = (v.z - mu) * scale * w.z + b.z;
    v.w = (v.w - mu) * scale * w.w + b.w;
    out[blockIdx.x * quads + i] = v;
  }
}

// Root of the mean square, in pairs of halves.
__global__ void rms_norm(const half2* in, const half2* weight, half2* out, int pairs) {
  __shared__ float parts[4];
  const half2* row = in + blockIdx.x * pairs;
  float sum = 0;
  for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
    const float2 v = __half22float2(row[i]);
    sum += v.x * v.x + v.y * v.y;
  }
  sum = warp_reduce_sum(sum);
  if ((threadIdx.x & 31) == 0) parts[threadIdx.x >> 5] = sum;
  __syncthreads();
  const float scale = rsqrtf((parts[0] + parts[1] + parts[2] + parts[3]) / (2 * pairs) + 1e-6f);
  for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
    const float2 v = __half22float2(row[i]), w = __half22float2(weight[i]);
    out[blockIdx.x * pairs + i] = __floats2half2_rn(v.x * scale * w.x, v.y * scale * w.y);
  }
}

// One query a block: scores, softmax, values.
__global__ void attend(const float* q, const float* k, const float* v, float* out, int T, int d) {
  extern __shared__ float scores[];
  __shared__ float query[64];
  __shared__ float shared_top, shared_sum;
  const int t = threadIdx.x;
  if (t < d) query[t] = q[blockIdx.x * d + t];
  __syncthreads();
  const float scale = rsqrtf(float(d));
  for (int j = t; j < T; j += blockDim.x) {
    float s = 0;
    for (int c = 0; c < d; ++c) s += query[c] * k[j * d + c];
    scores[j] = s * scale;
  }
  __syncthreads();
  if (t < 32) {
    float top = -FLT_MAX;
    for (int j = t; j < T; j += 32) top = fmaxf(top, scores[j]);
    top = warp_reduce_max(top);
    if (t == 0) shared_top = top;
  }
  __syncthreads();
  float sum = 0;
  for (int j = t; j < T; j += blockDim.x) {
    const float e = expf(scores[j] - shared_top);
    scores[j] = e;
    sum += e;
  }
  sum = warp_reduce_sum(sum);
  if (t == 0) shared_sum = 0;
  __syncthreads();
  if (t % 32 == 0) atomicAdd(&shared_sum, sum);
  __syncthreads();
  if (t < d) {
    float acc = 0;
    for (int j = 0; j < T; ++j) acc += scores[j] * v[j * d + t];
    out[blockIdx.x * d + t] = acc / shared_sum;
  }
}

// Keys and values in tiles, a query a thread (flash).
template <int D, int tile>
__global__ void attend_in_tiles(const float* q, const float* k, const float* v, float* out, int T, float scale) {
  __shared__ float sk[tile][D], sv[tile][D];
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float qi[D], acc[D], top = -FLT_MAX, sum = 0;
  for (int c = 0; c < D; ++c) qi[c] = q[row * D + c], acc[c] = 0;
  for (int base = 0; base < T; base += tile) {
    for (int i = threadIdx.x; i < tile * D; i += blockDim.x) {
      sk[i / D][i % D] = k[base * D + i];
      sv[i / D][i % D] = v[base * D + i];
    }
    __syncthreads();
    for (int j = 0; j < tile; ++j) {
      float s = 0;
#pragma unroll
      for (int c = 0; c < D; ++c) s += qi[c] * sk[j][c];
      s *= scale;
      const float m = fmaxf(top, s), old = __expf(top - m), p = __expf(s - m);
      sum = sum * old + p;
#pragma unroll
      for (int c = 0; c < D; ++c) acc[c] = acc[c] * old + p * sv[j][c];
      top = m;
    }
    __syncthreads();
  }
  for (int c = 0; c < D; ++c) out[row * D + c] = acc[c] / sum;
}

struct Best {
  float value;
  int index;
};

__global__ void argmax(const float* in, Best* out, int n) {
  __shared__ Best best[8];
  Best mine{-FLT_MAX, -1};
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (in[blockIdx.x * n + i] > mine.value) mine = {in[blockIdx.x * n + i], i};
  for (int o = 16; o > 0; o >>= 1) {
    const float value = __shfl_down_sync(~0u, mine.value, o);
    const int index = __shfl_down_sync(~0u, mine.index, o);
    if (value > mine.value || (value == mine.value && index < mine.index)) mine = {value, index};
  }
  if (threadIdx.x % 32 == 0) best[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < blockDim.x / 32; ++w)
      if (best[w].value > mine.value || (best[w].value == mine.value && best[w].index < mine.index)) mine = best[w];
    out[blockIdx.x] = mine;
  }
}

// Words to vectors, and places added.
__global__ void embed(const int* tokens, const float4* words, const float4* places, float4* out, int T, int quads) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int token = i / quads, c = i % quads;
  if (token >= T) return;
  const float4 a = words[tokens[token] * quads + c], b = places[token * quads + c];
  out[i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

// Statistics of each channel, over images.
__global__ void batch_stats(const float* x, float* mean, float* var, int N, int C, int HW) {
  __shared__ float2 s[256];
  const int c = blockIdx.x;
  float2 acc = make_float2(0, 0);
  for (int n = 0; n < N; ++n)
    for (int i = threadIdx.x; i < HW; i += blockDim.x) {
      const float v = x[(n * C + c) * HW + i];
      acc.x += v;
      acc.y += v * v;
    }
  s[threadIdx.x] = acc;
  __syncthreads();
  for (int k = blockDim.x >> 1; k > 0; k >>= 1) {
    if (threadIdx.x < k) {
      s[threadIdx.x].x += s[threadIdx.x + k].x;
      s[threadIdx.x].y += s[threadIdx.x + k].y;
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    const float m = s[0].x / (N * HW);
    mean[c] = m;
    var[c] = s[0].y / (N * HW) - m * m;
  }
}

int main() {
  constexpr int n = 8192;
  auto value = [](size_t i) { return float(int(i * 37 % 41) - 20) * 0.125f; };
  float* in = filled<float>(n, value);
  float* out = zeros<float>(n);
  float* weight = filled<float>(1024, [](size_t i) { return 1 + float(i % 5) * 0.25f; });
  auto* in_h = filled<half2>(2048, [&](size_t i) { return __floats2half2_rn(value(2 * i), value(2 * i + 1)); });
  auto* weight_h = filled<half2>(256, [&](size_t) { return __floats2half2_rn(1.0f, 0.5f); });
  auto* out_h = zeros<half2>(2048);
  measured_closely("softmax of warps", out, 128 * 60, [&] { softmax_warp<128><<<15, dim3(32, 4)>>>(in, out, 60); });
  measured_closely("softmax in one pass", out, 10 * 700, [&] { softmax_online<<<10, 128>>>(in, out, 700); });
  measured_closely("layer norm", out, 8 * 800,
      [&] { layer_norm<<<8, 128>>>((float4*)in, (float4*)weight, (float4*)in, (float4*)out, 200); });
  label("root of mean square");
  rms_norm<<<8, 128>>>(in_h, weight_h, out_h, 200);
  fprintf(stderr, "0 root of mean square\n");
  measured_closely(
      "attention", out, 6 * 32, [&] { attend<<<6, 64, 100 * sizeof(float)>>>(in, in + 500, in + 3700, out, 100, 32); });
  measured_closely("attention in tiles", out, 128 * 16,
      [&] { attend_in_tiles<16, 32><<<2, 64>>>(in, in + 2048, in + 4096, out, 128, 0.25f); });
  Best* best = zeros<Best>(8);
  measured("largest of rows", best, 8, [&] { argmax<<<8, 256>>>(in, best, 1000); });
  int* tokens = filled<int>(50, [](size_t i) { return int(i * 13 % 40); });
  measured_closely("embedding", out, 50 * 48,
      [&] { embed<<<5, 128>>>(tokens, (float4*)in, (float4*)(in + 2400), (float4*)out, 50, 12); });
  measured_closely("channels", out, 32, [&] { batch_stats<<<16, 256>>>(in, out, out + 16, 2, 16, 200); });
  return finish();
}
