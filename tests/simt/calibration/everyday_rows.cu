// Held out, the third time: rows: softmax, normalisation, attention, sparse and dense products with a vector.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "results.cuh"

namespace cg = cooperative_groups;

__global__ void softmax_by_thread(float* out, const float* inp, int N, int C) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N) return;
  const float* inp_row = inp + i * C;
  float* out_row = out + i * C;
  float maxval = -INFINITY;
  for (int j = 0; j < C; j++)
    if (inp_row[j] > maxval) maxval = inp_row[j];
  float sum = 0;
  for (int j = 0; j < C; j++) {
    out_row[j] = expf(inp_row[j] - maxval);
    sum += out_row[j];
  }
  for (int j = 0; j < C; j++) out_row[j] /= sum;
}

__global__ void softmax_by_block(float* out, const float* inp, int N, int C) {
  extern __shared__ float shared[];
  const int idx = blockIdx.x, tid = threadIdx.x, block_size = blockDim.x;
  const float* x = inp + idx * C;
  float maxval = -INFINITY;
  for (int i = tid; i < C; i += block_size) maxval = fmaxf(maxval, x[i]);
  shared[tid] = maxval;
  for (int stride = block_size / 2; stride >= 1; stride /= 2) {
    __syncthreads();
    if (tid < stride) shared[tid] = fmaxf(shared[tid], shared[tid + stride]);
  }
  __syncthreads();
  const float offset = shared[0];
  for (int i = tid; i < C; i += block_size) out[idx * C + i] = expf(x[i] - offset);
  __syncthreads();
  x = out + idx * C;
  float sumval = 0;
  for (int i = tid; i < C; i += block_size) sumval += x[i];
  shared[tid] = sumval;
  for (int stride = block_size / 2; stride >= 1; stride /= 2) {
    __syncthreads();
    if (tid < stride) shared[tid] += shared[tid + stride];
  }
  __syncthreads();
  const float sum = shared[0];
  for (int i = tid; i < C; i += block_size) out[idx * C + i] = x[i] / sum;
}

__global__ void softmax_by_warps(float* out, const float* inp, int N, int C) {
  extern __shared__ float shared[];
  const int idx = blockIdx.x, tid = threadIdx.x, warpId = threadIdx.x / 32, laneId = threadIdx.x % 32;
  const int warpsPerBlock = blockDim.x / 32;
  float* max_or_sum = shared;
  const float* x = inp + idx * C;
  float maxval = -INFINITY;
  for (int i = tid; i < C; i += blockDim.x) maxval = fmaxf(maxval, x[i]);
  for (int offset = 16; offset > 0; offset /= 2) maxval = fmaxf(maxval, __shfl_down_sync(0xFFFFFFFF, maxval, offset));
  if (laneId == 0) max_or_sum[warpId] = maxval;
  __syncthreads();
  if (tid == 0) {
    float val = max_or_sum[tid];
    for (int i = 1; i < warpsPerBlock; i++) val = fmaxf(val, max_or_sum[i]);
    max_or_sum[0] = val;
  }
  __syncthreads();
  const float offset = max_or_sum[0];
  float sum = 0;
  for (int i = tid; i < C; i += blockDim.x) {
    const float e = expf(x[i] - offset);
    out[idx * C + i] = e;
    sum += e;
  }
  for (int o = 16; o > 0; o /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, o);
  __syncthreads();
  if (laneId == 0) max_or_sum[warpId] = sum;
  __syncthreads();
  if (tid == 0) {
    float val = max_or_sum[tid];
    for (int i = 1; i < warpsPerBlock; ++i) val += max_or_sum[i];
    max_or_sum[0] = val;
  }
  __syncthreads();
  sum = max_or_sum[0];
  for (int i = tid; i < C; i += blockDim.x) out[idx * C + i] = out[idx * C + i] / sum;
}

__global__ void layernorm(float* __restrict__ out, float* __restrict__ mean, float* __restrict__ rstd,
    const float* __restrict__ inp, const float* __restrict__ weight, const float* __restrict__ bias, int N, int C) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  const int idx = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
  if (idx >= N) return;
  const float* x = inp + idx * C;
  float sum = 0;
  for (int i = warp.thread_rank(); i < C; i += warp.size()) sum += x[i];
  sum = cg::reduce(warp, sum, cg::plus<float>{});
  const float m = sum / C;
  if (warp.thread_rank() == 0 && mean != nullptr) __stcs(mean + idx, m);
  sum = 0;
  for (int i = warp.thread_rank(); i < C; i += warp.size()) {
    const float diff = x[i] - m;
    sum += diff * diff;
  }
  sum = cg::reduce(warp, sum, cg::plus<float>{});
  const float s = rsqrtf(sum / C + 1e-5f);
  if (warp.thread_rank() == 0 && rstd != nullptr) __stcs(rstd + idx, s);
  float* o = out + idx * C;
  for (int c = warp.thread_rank(); c < C; c += warp.size()) {
    const float n = s * (__ldcs(x + c) - m);
    __stcs(o + c, n * weight[c] + bias[c]);
  }
}

// Scores of one head: each thread a query and a key.
__global__ void attention_scores(float* preatt, const float* inp, int T, int C, int NH) {
  const int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= NH * T * T) return;
  const int t2 = idx % T, t = idx / T % T, h = idx / (T * T);
  if (t2 > t) {
    preatt[idx] = -1000;
    return;
  }
  const int C3 = C * 3, hs = C / NH;
  const float* query_t = inp + t * C3 + h * hs;
  const float* key_t2 = inp + t2 * C3 + h * hs + C;
  float val = 0;
  for (int i = 0; i < hs; i++) val += query_t[i] * key_t2[i];
  preatt[idx] = val * 0.25f;
}

__global__ void spmv_scalar(float* y, const int* ptr, const int* indices, const float* data, const float* x, int rows) {
  const int row = blockDim.x * blockIdx.x + threadIdx.x;
  if (row < rows) {
    float dot = 0;
    const int row_start = ptr[row], row_end = ptr[row + 1];
    for (int jj = row_start; jj < row_end; jj++) dot += data[jj] * x[indices[jj]];
    y[row] += dot;
  }
}

__global__ void spmv_vector(float* y, const int* ptr, const int* indices, const float* data, const float* x, int rows) {
  __shared__ volatile float vals[128];
  const int thread_id = blockDim.x * blockIdx.x + threadIdx.x, warp_id = thread_id / 32, lane = thread_id & 31;
  const int row = warp_id;
  if (row < rows) {
    const int row_start = ptr[row], row_end = ptr[row + 1];
    vals[threadIdx.x] = 0;
    for (int jj = row_start + lane; jj < row_end; jj += 32) vals[threadIdx.x] += data[jj] * x[indices[jj]];
    if (lane < 16) vals[threadIdx.x] += vals[threadIdx.x + 16];
    if (lane < 8) vals[threadIdx.x] += vals[threadIdx.x + 8];
    if (lane < 4) vals[threadIdx.x] += vals[threadIdx.x + 4];
    if (lane < 2) vals[threadIdx.x] += vals[threadIdx.x + 2];
    if (lane < 1) vals[threadIdx.x] += vals[threadIdx.x + 1];
    if (lane == 0) y[row] += vals[threadIdx.x];
  }
}

__global__ void spmv_ell(float* y, const int* indices, const float* data, const float* x, int rows, int per_row) {
  const int row = blockDim.x * blockIdx.x + threadIdx.x;
  if (row < rows) {
    float dot = 0;
    for (int n = 0; n < per_row; n++) {
      const int col = indices[rows * n + row];
      const float val = data[rows * n + row];
      if (val != 0) dot += val * x[col];
    }
    y[row] = dot;
  }
}

__global__ void times_vector(float* y, const float* a, const float* x, int rows, int cols) {
  __shared__ float xs[128];
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int m = 0; m < (cols - 1) / 128 + 1; ++m) {
    xs[threadIdx.x] = m * 128 + threadIdx.x < cols ? x[m * 128 + threadIdx.x] : 0;
    __syncthreads();
    for (int e = 0; e < 128; ++e)
      if (row < rows && m * 128 + e < cols) sum += a[row * cols + m * 128 + e] * xs[e];
    __syncthreads();
  }
  if (row < rows) y[row] = sum;
}

int main() {
  constexpr int n = 40, c = 150;
  float* in = filled<float>(16384, [](size_t i) { return float(i * 13 % 17) / 8; });
  float* weight = filled<float>(c, [](size_t i) { return 1 + float(i % 3); });
  int* ptr = filled<int>(301, [](size_t i) { return int(i * 9 + i * i % 11); });
  int* indices = filled<int>(16384, [](size_t i) { return int((i * 2654435761u >> 7) % 512); });
  float* data = filled<float>(16384, [](size_t i) { return float(i % 5); });
  float* x = filled<float>(512, [](size_t i) { return float(i % 11); });
  float* out = zeros<float>(16384);
  float* mean = zeros<float>(256);
  measured_nearly("softmax by thread", out, n * c, [&] { softmax_by_thread<<<2, 32>>>(out, in, n, c); });
  measured_nearly("softmax by block", out, n * c, [&] { softmax_by_block<<<n, 64, 256>>>(out, in, n, c); });
  measured_nearly("softmax by warps", out, n * c, [&] { softmax_by_warps<<<n, 128, 16>>>(out, in, n, c); });
  measured_nearly(
      "layernorm", out, n * c, [&] { layernorm<<<n / 4, 128>>>(out, mean, mean + 128, in, weight, weight, n, c); });
  measured("attention scores", out, 2048, [&] { attention_scores<<<8, 256>>>(out, in, 32, 64, 2); });
  measured("sparse, by thread", out, 300, [&] { spmv_scalar<<<3, 128>>>(out, ptr, indices, data, x, 300); });
  measured("sparse, by warp", out, 300, [&] { spmv_vector<<<75, 128>>>(out, ptr, indices, data, x, 300); });
  measured("sparse, padded", out, 300, [&] { spmv_ell<<<3, 128>>>(out, indices, data, x, 300, 13); });
  measured("dense times vector", out, 100, [&] { times_vector<<<1, 128>>>(out, data, x, 100, 150); });
  return finish();
}
