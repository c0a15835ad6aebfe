// Held out: matrix products with tiles of registers and two buffers, and small solvers, as people write them. Simulated before a
// GPU counted them.
#include "results.cuh"

// A tile of 64 by 64, four by four results a thread.
__global__ void product_4x4(const float* A, const float* B, float* C, int N) {
  __shared__ float As[8][64], Bs[8][64];
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  float acc[4][4] = {};
  for (int k0 = 0; k0 < N; k0 += 8) {
    for (int i = threadIdx.x; i < 512; i += 256) {
      As[i % 8][i / 8] = A[(blockIdx.y * 64 + i / 8) * N + k0 + i % 8];
      Bs[i / 64][i % 64] = B[(k0 + i / 64) * N + blockIdx.x * 64 + i % 64];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      float a[4], b[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) a[i] = As[k][ty * 4 + i], b[i] = Bs[k][tx * 4 + i];
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) acc[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) C[(blockIdx.y * 64 + ty * 4 + i) * N + blockIdx.x * 64 + tx * 4 + j] = acc[i][j];
}

// Two buffers: the next tile is fetched into registers while this one is used.
template <int tile>
__global__ void product_two_buffers(const float* A, const float* B, float* C, int N) {
  __shared__ float As[2][tile][tile], Bs[2][tile][tile];
  const int row = blockIdx.y * tile + threadIdx.y, col = blockIdx.x * tile + threadIdx.x;
  As[0][threadIdx.y][threadIdx.x] = A[row * N + threadIdx.x];
  Bs[0][threadIdx.y][threadIdx.x] = B[threadIdx.y * N + col];
  __syncthreads();
  float sum = 0;
  int now = 0;
  for (int m = 0; m < N / tile; ++m) {
    float a, b;
    const bool more = m + 1 < N / tile;
    if (more) {
      a = A[row * N + (m + 1) * tile + threadIdx.x];
      b = B[((m + 1) * tile + threadIdx.y) * N + col];
    }
#pragma unroll
    for (int k = 0; k < tile; ++k) sum += As[now][threadIdx.y][k] * Bs[now][k][threadIdx.x];
    if (more) {
      As[now ^ 1][threadIdx.y][threadIdx.x] = a;
      Bs[now ^ 1][threadIdx.y][threadIdx.x] = b;
    }
    __syncthreads();
    now ^= 1;
  }
  C[row * N + col] = sum;
}

// A column of eight results a thread.
__global__ void product_column(const float* A, const float* B, float* C, int N) {
  __shared__ float As[32 * 8], Bs[8 * 32];
  const int col = threadIdx.x % 32, row = threadIdx.x / 32;
  A += blockIdx.y * 32 * N;
  B += blockIdx.x * 32;
  C += blockIdx.y * 32 * N + blockIdx.x * 32;
  float results[8] = {0.0f};
  for (int bk = 0; bk < N; bk += 8) {
    for (int i = threadIdx.x; i < 256; i += blockDim.x) As[i] = A[i / 8 * N + i % 8];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) Bs[i] = B[i / 32 * N + i % 32];
    __syncthreads();
    A += 8;
    B += 8 * N;
    for (int dot = 0; dot < 8; ++dot) {
      const float b = Bs[dot * 32 + col];
      for (int r = 0; r < 8; ++r) results[r] += As[(row * 8 + r) * 8 + dot] * b;
    }
    __syncthreads();
  }
  for (int r = 0; r < 8; ++r) C[(row * 8 + r) * N + col] = results[r];
}

// Small matrices, one a thread, copied through shared memory.
__global__ void inverses_3x3(const float* in, float* out, int count) {
  __shared__ float s[64 * 9];
  const int base = blockIdx.x * 64 * 9;
  for (int i = threadIdx.x; i < 64 * 9; i += 64) s[i] = base + i < count * 9 ? in[base + i] : 1;
  __syncthreads();
  float* m = s + threadIdx.x * 9;
  const float c0 = m[4] * m[8] - m[5] * m[7], c1 = m[5] * m[6] - m[3] * m[8], c2 = m[3] * m[7] - m[4] * m[6];
  const float scale = 1 / (m[0] * c0 + m[1] * c1 + m[2] * c2 + 10);
  const float r[9] = {c0, m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4], c1, m[0] * m[8] - m[2] * m[6],
      m[2] * m[3] - m[0] * m[5], c2, m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]};
  for (int i = 0; i < 9; ++i) m[i] = r[i] * scale;
  __syncthreads();
  for (int i = threadIdx.x; i < 64 * 9; i += 64)
    if (base + i < count * 9) out[base + i] = s[i];
}

// Forward substitution, a block a system.
__global__ void substitute(const float* L, const float* b, float* x, int n) {
  extern __shared__ float rest[];
  const int t = threadIdx.x;
  rest[t] = b[blockIdx.x * n + t];
  __syncthreads();
  for (int k = 0; k < n; ++k) {
    const float solved = rest[k] / L[k * n + k];
    __syncthreads();
    if (t == k) rest[t] = solved;
    else if (t > k) rest[t] -= L[t * n + k] * solved;
    __syncthreads();
  }
  x[blockIdx.x * n + t] = rest[t];
}

// A banded system, a thread each: Thomas, with interleaved layout.
__global__ void tridiagonal(const float* a, const float* b, const float* c, float* d, float* work, int systems, int n) {
  const int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= systems) return;
  float cp = c[s] / b[s], dp = d[s] / b[s];
  work[s] = cp;
  d[s] = dp;
  for (int i = 1; i < n; ++i) {
    const int at = i * systems + s;
    const float w = 1 / (b[at] - a[at] * cp);
    cp = c[at] * w;
    dp = (d[at] - a[at] * dp) * w;
    work[at] = cp;
    d[at] = dp;
  }
  for (int i = n - 2; i >= 0; --i) {
    const int at = i * systems + s;
    dp = d[at] - work[at] * dp;
    d[at] = dp;
  }
}

// Vector times matrix by float4, two rows a warp.
__global__ void gemv_by_fours(const float4* A, const float4* x, float* y, int rows, int quads) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  const int row = warp * 2;
  if (row >= rows) return;
  float s0 = 0, s1 = 0;
  for (int i = lane; i < quads; i += 32) {
    const float4 v = x[i], a = A[row * quads + i], b = A[(row + 1) * quads + i];
    s0 += a.x * v.x + a.y * v.y + a.z * v.z + a.w * v.w;
    s1 += b.x * v.x + b.y * v.y + b.z * v.z + b.w * v.w;
  }
  for (int o = 16; o; o /= 2) {
    s0 += __shfl_xor_sync(~0u, s0, o);
    s1 += __shfl_xor_sync(~0u, s1, o);
  }
  if (lane == 0) *(float2*)(y + row) = make_float2(s0, s1);
}

int main() {
  constexpr int N = 128;
  auto value = [](size_t i) { return float(int(i * 29 % 31) - 15) * 0.125f; };
  float* A = filled<float>(N * N, value);
  float* B = filled<float>(N * N, [](size_t i) { return float(i * 7 % 16) * 0.25f - 2; });
  float* C = zeros<float>(N * N);
  float* D = filled<float>(N * N, [](size_t i) { return 4 + float(i % 3); });
  measured_closely("four by four", C, N * N, [&] { product_4x4<<<dim3(2, 2), 256>>>(A, B, C, N); });
  measured_closely(
      "two buffers of 16", C, 96 * 96, [&] { product_two_buffers<16><<<dim3(6, 6), dim3(16, 16)>>>(A, B, C, 96); });
  measured_closely("column of eight", C, N * N, [&] { product_column<<<dim3(4, 4), 128>>>(A, B, C, N); });
  measured_closely("inverses", C, 100 * 9, [&] { inverses_3x3<<<2, 64>>>(A, C, 100); });
  measured_closely("substitution", C, 4 * 64, [&] { substitute<<<4, 64, 256>>>(D, B, C, 64); });
  measured_closely("banded", C, 100 * 20, [&] { tridiagonal<<<2, 64>>>(A, D, B, C, C + 4000, 100, 20); });
  measured_closely(
      "times vector by fours", C, 60, [&] { gemv_by_fours<<<8, 128>>>((float4*)A, (float4*)B, C, 60, 50); });
  return finish();
}
