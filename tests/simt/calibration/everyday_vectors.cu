// Held out: vectors and matrices as libraries of linear algebra have them, as people write them. Simulated before a GPU counted them.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "results.cuh"

namespace cg = cooperative_groups;

__global__ void axpy(int n, float a, const float* __restrict__ x, float* __restrict__ y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i];
}

__global__ void axpy4(int n, float a, const float4* x, float4* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 v = y[i];
  const float4 u = x[i];
  v.x += a * u.x, v.y += a * u.y, v.z += a * u.z, v.w += a * u.w;
  y[i] = v;
}

// A dot product: a block's part, the last loop without the shared memory.
template <int threads>
__global__ void dot(int n, const double* x, const double* y, double* parts) {
  __shared__ double s[threads];
  double sum = 0;
  for (int i = blockIdx.x * threads + threadIdx.x; i < n; i += threads * gridDim.x) sum += x[i] * y[i];
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int half = threads / 2; half >= 32; half >>= 1) {
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x < 32) {
    sum = s[threadIdx.x];
    for (int o = 16; o; o >>= 1) sum += __shfl_down_sync(~0u, sum, o);
    if (threadIdx.x == 0) parts[blockIdx.x] = sum;
  }
}

__global__ void norm(int n, const float* x, float* out) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  __shared__ float parts[8];
  float sum = 0;
  for (int i = block.thread_rank(); i < n; i += block.size()) sum += x[i] * x[i];
  sum = cg::reduce(warp, sum, cg::plus<float>());
  if (warp.thread_rank() == 0) parts[warp.meta_group_rank()] = sum;
  block.sync();
  if (warp.meta_group_rank() == 0) {
    sum = warp.thread_rank() < warp.meta_group_size() ? parts[warp.thread_rank()] : 0;
    sum = cg::reduce(warp, sum, cg::plus<float>());
    if (warp.thread_rank() == 0) *out = sqrtf(sum);
  }
}

// y = A x, a row a thread, x in tiles.
__global__ void gemv_tiled(const float* A, const float* x, float* y, int rows, int columns) {
  __shared__ float xs[128];
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int base = 0; base < columns; base += 128) {
    if (base + threadIdx.x < columns) xs[threadIdx.x] = x[base + threadIdx.x];
    __syncthreads();
    if (row < rows) {
      const int end = min(128, columns - base);
      for (int k = 0; k < end; ++k) sum += A[(base + k) * rows + row] * xs[k];
    }
    __syncthreads();
  }
  if (row < rows) y[row] = sum;
}

// y = A^T x, by atomics.
__global__ void gemv_t(const int* A, const int* x, int* y, int rows, int columns) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * 16;
  if (col >= columns) return;
  int sum = 0;
  for (int r = first; r < min(first + 16, rows); ++r) sum += A[r * columns + col] * x[r];
  atomicAdd(&y[col], sum);
}

// C = A B, tiles with edges.
constexpr int tile = 16;
__global__ void gemm_edges(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float a[tile][tile], b[tile][tile + 1];
  const int row = blockIdx.y * tile + threadIdx.y, col = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < (K + tile - 1) / tile; ++t) {
    const int ka = t * tile + threadIdx.x, kb = t * tile + threadIdx.y;
    a[threadIdx.y][threadIdx.x] = row < M && ka < K ? A[row * K + ka] : 0;
    b[threadIdx.y][threadIdx.x] = kb < K && col < N ? B[kb * N + col] : 0;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < tile; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = sum;
}

// Eight results a thread, in a column.
template <int BM, int BN, int BK, int TM>
__global__ void gemm_columns(const float* A, const float* B, float* C, int N, int K) {
  __shared__ float as[BM * BK], bs[BK * BN];
  const int col = threadIdx.x % BN, row = threadIdx.x / BN;
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;
  const int ia = threadIdx.x / BK, ka = threadIdx.x % BK, kb = threadIdx.x / BN, ib = threadIdx.x % BN;
  float results[TM] = {};
  for (int k = 0; k < K; k += BK) {
    as[ia * BK + ka] = A[ia * K + ka];
    bs[kb * BN + ib] = B[kb * N + ib];
    __syncthreads();
    A += BK, B += BK * N;
    for (int d = 0; d < BK; ++d) {
      const float b = bs[d * BN + col];
      for (int r = 0; r < TM; ++r) results[r] += as[(row * TM + r) * BK + d] * b;
    }
    __syncthreads();
  }
  for (int r = 0; r < TM; ++r) C[(row * TM + r) * N + col] = results[r];
}

// A triangle's solution in a block: a column after the other.
__global__ void solve_lower(const double* L, double* b, int n) {
  __shared__ double x[64];
  const int i = threadIdx.x;
  double* mine = b + blockIdx.x * n;
  x[i] = mine[i];
  __syncthreads();
  for (int k = 0; k < n; ++k) {
    if (i == k) x[k] /= L[k * n + k];
    __syncthreads();
    if (i > k) x[i] -= L[i * n + k] * x[k];
    __syncthreads();
  }
  mine[i] = x[i];
}

// Small systems, each thread's own, laid out in turn.
__global__ void invert_3x3(const float* m, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float a[9];
  for (int k = 0; k < 9; ++k) a[k] = m[k * n + i];
  const float c0 = a[4] * a[8] - a[5] * a[7], c1 = a[5] * a[6] - a[3] * a[8], c2 = a[3] * a[7] - a[4] * a[6];
  const float d = 1 / (a[0] * c0 + a[1] * c1 + a[2] * c2);
  out[i] = c0 * d, out[n + i] = (a[2] * a[7] - a[1] * a[8]) * d, out[2 * n + i] = (a[1] * a[5] - a[2] * a[4]) * d;
  out[3 * n + i] = c1 * d, out[4 * n + i] = (a[0] * a[8] - a[2] * a[6]) * d;
  out[5 * n + i] = (a[2] * a[3] - a[0] * a[5]) * d;
  out[6 * n + i] = c2 * d, out[7 * n + i] = (a[1] * a[6] - a[0] * a[7]) * d;
  out[8 * n + i] = (a[0] * a[4] - a[1] * a[3]) * d;
}

// Rows of a batch of small matrices times their vectors: eight lanes a row.
__global__ void batch_rows(const float* m, const float* x, float* y, int size) {
  auto lanes = cg::tiled_partition<8>(cg::this_thread_block());
  const int row = lanes.meta_group_rank(), b = blockIdx.x;
  float sum = 0;
  for (int k = lanes.thread_rank(); k < size; k += lanes.size())
    sum += m[(b * size + row) * size + k] * x[b * size + k];
  for (int o = 4; o; o /= 2) sum += lanes.shfl_down(sum, o);
  if (lanes.thread_rank() == 0) y[b * size + row] = sum;
}

int main() {
  constexpr int n = 8192;
  auto value = [](size_t i) { return float(int(i * 37 % 41) - 20) * 0.125f; };
  float* in = filled<float>(n, value);
  double* in_d = filled<double>(n, [&](size_t i) { return double(value(i)) + (i % 65 == 0 ? 10 : 0); });
  float* out = zeros<float>(n);
  double* out_d = zeros<double>(n);
  int* ints = filled<int>(n, [](size_t i) { return int(i % 23) - 11; });
  int* out_i = zeros<int>(256);
  measured_closely("a x and y", out, 3000, [&] { axpy<<<6, 128>>>(3000, 2.0f, in, out); });
  measured_closely("a x and y by fours", out, 3000, [&] { axpy4<<<6, 128>>>(740, 2.0f, (float4*)in, (float4*)out); });
  measured("dot", out_d, 1, [&] { dot<256><<<1, 256>>>(3000, in_d, in_d + 1, out_d); });
  measured_closely("norm", out, 1, [&] { norm<<<1, 256>>>(3000, in, out); });
  measured_closely("matrix and vector", out, 100, [&] { gemv_tiled<<<1, 128>>>(in, in + 5, out, 40, 200); });
  measured(
      "turned matrix and vector", out_i, 100, [&] { gemv_t<<<dim3(1, 4), 128>>>(ints, ints + 9, out_i, 60, 100); });
  measured_closely("product with edges", out, 50 * 45,
      [&] { gemm_edges<<<dim3(3, 4), dim3(16, 16)>>>(in, in + 100, out, 50, 45, 37); });
  measured_closely("columns of results", out, 64 * 64,
      [&] { gemm_columns<64, 64, 8, 8><<<dim3(1, 1), 512>>>(in, in + 4000, out, 64, 32); });
  measured("triangle", out_d, 1, [&] { solve_lower<<<2, 64>>>(in_d, out_d + 64, 64); });
  measured_closely("three by three", out, 1, [&] { invert_3x3<<<7, 128>>>(in, out + 16, 800); });
  measured_closely("batch", out, 320, [&] { batch_rows<<<20, 128>>>(in, in + 5200, out, 16); });
  return finish();
}
