// Held out: what a network's layers do, as people write them. Simulated before a GPU counted them.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>

#include "results.cuh"

namespace cg = cooperative_groups;

__global__ void encoder(float* out, const int* inp, const float* wte, const float* wpe, int B, int T, int C) {
  const int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= B * T * C) return;
  const int bt = idx / C, b = bt / T, t = bt % T, c = idx % C;
  const int ix = inp[b * T + t];
  out[b * T * C + t * C + c] = wte[ix * C + c] + wpe[t * C + c];
}

__global__ void gelu(float* out, const float* in, int n) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (i >= n) return;
  const float4 x = *reinterpret_cast<const float4*>(in + i);
  float4 y;
  y.x = 0.5f * x.x * (1.0f + tanhf(0.8f * (x.x + 0.044715f * x.x * x.x * x.x)));
  y.y = 0.5f * x.y * (1.0f + tanhf(0.8f * (x.y + 0.044715f * x.y * x.y * x.y)));
  y.z = 0.5f * x.z * (1.0f + tanhf(0.8f * (x.z + 0.044715f * x.z * x.z * x.z)));
  y.w = 0.5f * x.w * (1.0f + tanhf(0.8f * (x.w + 0.044715f * x.w * x.w * x.w)));
  *reinterpret_cast<float4*>(out + i) = y;
}

// A row in one pass: maximum and sum together, then the block's.
__global__ void online_softmax(float* out, const float* in, int cols) {
  __shared__ float maxima[128], sums[128];
  const float* row = in + blockIdx.x * cols;
  float biggest = -1e30f, norm = 0;
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    const float x = row[i];
    if (x > biggest) {
      norm *= expf(biggest - x);
      biggest = x;
    }
    norm += expf(x - biggest);
  }
  maxima[threadIdx.x] = biggest;
  sums[threadIdx.x] = norm;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) {
      const float a = maxima[threadIdx.x], b = maxima[threadIdx.x + s], m = fmaxf(a, b);
      sums[threadIdx.x] = sums[threadIdx.x] * expf(a - m) + sums[threadIdx.x + s] * expf(b - m);
      maxima[threadIdx.x] = m;
    }
    __syncthreads();
  }
  const float m = maxima[0], total = sums[0];
  for (int i = threadIdx.x; i < cols; i += blockDim.x) out[blockIdx.x * cols + i] = expf(row[i] - m) / total;
}

// A head's attention by tiles of keys, one query a thread.
__global__ void flash(float* O, const float* Q, const float* K, const float* V, int N, float scale) {
  constexpr int d = 16, Bc = 32;
  __shared__ float Kj[Bc * d], Vj[Bc * d];
  const int q = blockIdx.x * Bc + threadIdx.x;
  float qi[d], acc[d] = {};
  for (int x = 0; x < d; ++x) qi[x] = Q[q * d + x];
  float m = -1e30f, l = 0;
  for (int j = 0; j < N / Bc; ++j) {
    for (int x = 0; x < d; ++x) {
      Kj[threadIdx.x * d + x] = K[(j * Bc + threadIdx.x) * d + x];
      Vj[threadIdx.x * d + x] = V[(j * Bc + threadIdx.x) * d + x];
    }
    __syncthreads();
    for (int y = 0; y < Bc; ++y) {
      float s = 0;
      for (int x = 0; x < d; ++x) s += qi[x] * Kj[y * d + x];
      s *= scale;
      const float m_new = fmaxf(m, s), c = __expf(m - m_new), p = __expf(s - m_new);
      l = l * c + p;
      for (int x = 0; x < d; ++x) acc[x] = acc[x] * c + p * Vj[y * d + x];
      m = m_new;
    }
    __syncthreads();
  }
  for (int x = 0; x < d; ++x) O[q * d + x] = acc[x] / l;
}

__global__ void max_pool(float* out, const float* in, int h, int w) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int oh = h / 2, ow = w / 2;
  if (x >= ow || y >= oh) return;
  float best = -1e30f;
  for (int dy = 0; dy < 2; ++dy)
    for (int dx = 0; dx < 2; ++dx) best = fmaxf(best, in[(blockIdx.z * h + 2 * y + dy) * w + 2 * x + dx]);
  out[(blockIdx.z * oh + y) * ow + x] = best;
}

// A convolution of channels, images by z, weights from global memory.
__global__ void conv_layer(float* Y, const float* X, const float* W, int C, int M, int H, int Wd) {
  constexpr int K = 3;
  const int ho = H - K + 1, wo = Wd - K + 1;
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, m = blockIdx.z;
  if (x >= wo || y >= ho) return;
  float acc = 0;
  for (int c = 0; c < C; c++)
    for (int p = 0; p < K; p++)
      for (int q = 0; q < K; q++) acc += X[(c * H + y + p) * Wd + x + q] * W[((m * C + c) * K + p) * K + q];
  Y[(m * ho + y) * wo + x] = acc;
}

// The gradient of a bias: columns are summed by warps.
__global__ void bias_backward(float* dbias, const float* dout, int rows, int cols) {
  extern __shared__ float parts[];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
  const int col = blockIdx.x * 32 + lane;
  float sum = 0;
  for (int row = warp; row < rows; row += warps) sum += dout[row * cols + col];
  parts[threadIdx.x] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = 0;
    for (int w = 0; w < warps; w++) sum += parts[lane + w * 32];
    dbias[col] += sum;
  }
}

// Halves in, float sums, halves out.
__global__ void rmsnorm_half(__half* out, const __half* in, const __half* weight, int n) {
  const __half2* x = reinterpret_cast<const __half2*>(in + blockIdx.x * n);
  float sum = 0;
  for (int i = threadIdx.x; i < n / 2; i += blockDim.x) {
    const float2 v = __half22float2(x[i]);
    sum += v.x * v.x + v.y * v.y;
  }
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  sum = cg::reduce(warp, sum, cg::plus<float>());
  const float scale = rsqrtf(sum / n + 1e-5f);
  for (int i = threadIdx.x; i < n / 2; i += blockDim.x) {
    const float2 v = __half22float2(x[i]), w = __half22float2(reinterpret_cast<const __half2*>(weight)[i]);
    reinterpret_cast<__half2*>(out + blockIdx.x * n)[i] = __floats2half2_rn(v.x * scale * w.x, v.y * scale * w.y);
  }
}

__global__ void adam(float* params, float* grads, float* m, float* v, int n, float lr) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float g = grads[i];
  m[i] = 0.9f * m[i] + 0.1f * g;
  v[i] = 0.99f * v[i] + 0.01f * g * g;
  params[i] -= lr * m[i] / (sqrtf(v[i]) + 1e-8f);
}

__global__ void permute(float* q, float* k, float* v, const float* inp, int B, int N, int NH, int d) {
  const int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= B * NH * N * d) return;
  const int b = idx / (NH * N * d), nh = idx / (N * d) % NH, n = idx / d % N, d_ = idx % d;
  const int from = b * N * 3 * NH * d + n * 3 * NH * d + nh * d + d_;
  q[idx] = inp[from];
  k[idx] = inp[from + NH * d];
  v[idx] = inp[from + 2 * NH * d];
}

int main() {
  float* a = filled<float>(32 * 1024, [](size_t i) { return float(i * 17 % 23) / 8 - 1; });
  float* b = filled<float>(32 * 1024, [](size_t i) { return float(i * 11 % 19) / 16; });
  int* tokens = filled<int>(256, [](size_t i) { return int(i * 31 % 50); });
  __half* halves = filled<__half>(8192, [](size_t i) { return __float2half(float(i % 13) / 4); });
  float* out = zeros<float>(64 * 1024);
  float* more = zeros<float>(64 * 1024);
  measured_nearly("tokens and places", out, 2 * 24 * 48, [&] { encoder<<<9, 256>>>(out, tokens, a, b, 2, 24, 48); });
  measured_nearly("gelu", out, 3000, [&] { gelu<<<6, 128>>>(out, a, 3000); });
  measured_nearly("online softmax", out, 6 * 500, [&] { online_softmax<<<6, 128>>>(out, a, 500); });
  measured_nearly("attention by tiles", out, 96 * 16, [&] { flash<<<3, 32>>>(out, a, b, a + 4096, 96, 0.25f); });
  measured_nearly(
      "largest of four", out, 4 * 15 * 20, [&] { max_pool<<<dim3(2, 2, 4), dim3(16, 8)>>>(out, a, 30, 40); });
  measured_nearly("layer of channels", out, 4 * 26 * 34,
      [&] { conv_layer<<<dim3(3, 2, 4), dim3(16, 16)>>>(out, a, b, 3, 4, 28, 36); });
  measured_nearly("gradient of a bias", out, 96, [&] { bias_backward<<<3, 256, 1024>>>(out, a, 150, 96); });
  measured("norm of halves", (__half*)out, 8 * 640,
      [&] { rmsnorm_half<<<8, 32>>>((__half*)out, halves, halves + 5200, 640); });
  measured_nearly("adam", out, 2000, [&] { adam<<<8, 256>>>(out, a, more, more + 4096, 2000, 0.01f); });
  measured_nearly(
      "heads apart", out, 2 * 3 * 20 * 16, [&] { permute<<<8, 256>>>(out, more, more + 4096, a, 2, 20, 3, 16); });
  return finish();
}
