// Held out, too: registers hold a tile: products of 8 x 8 and 2 x 2, a transpose by float4, a filter, a running window.
#include "results.cuh"

__global__ void eight_by_eight(float* c, const float* a, const float* b, int n) {
  __shared__ float as[8][128], bs[8][128];
  const int x = threadIdx.x % 16 * 8, y = threadIdx.x / 16 * 8;
  float sum[8][8] = {}, left[8], right[8];
  for (int k = 0; k < n; k += 8) {
    const int r = threadIdx.x / 2, q = threadIdx.x % 2 * 4;
    const float4 v = *reinterpret_cast<const float4*>(&a[(blockIdx.y * 128 + r) * n + k + q]);
    as[q][r] = v.x, as[q + 1][r] = v.y, as[q + 2][r] = v.z, as[q + 3][r] = v.w;
    *reinterpret_cast<float4*>(&bs[threadIdx.x / 32][threadIdx.x % 32 * 4]) =
        *reinterpret_cast<const float4*>(&b[(k + threadIdx.x / 32) * n + blockIdx.x * 128 + threadIdx.x % 32 * 4]);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) {
#pragma unroll
      for (int i = 0; i < 8; i += 4) {
        *reinterpret_cast<float4*>(&left[i]) = *reinterpret_cast<const float4*>(&as[j][y + i]);
        *reinterpret_cast<float4*>(&right[i]) = *reinterpret_cast<const float4*>(&bs[j][x + i]);
      }
#pragma unroll
      for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int h = 0; h < 8; ++h) sum[i][h] += left[i] * right[h];
    }
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    for (int h = 0; h < 8; h += 4)
      *reinterpret_cast<float4*>(&c[(blockIdx.y * 128 + y + i) * n + blockIdx.x * 128 + x + h]) =
          make_float4(sum[i][h], sum[i][h + 1], sum[i][h + 2], sum[i][h + 3]);
}

__global__ void two_by_two(float* c, const float* a, const float* b, int n) {
  __shared__ float as[32][17], bs[16][32];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
  float s00 = 0, s01 = 0, s10 = 0, s11 = 0;
  for (int k = 0; k < n; k += 16) {
    as[t / 16][t % 16] = a[(blockIdx.y * 32 + t / 16) * n + k + t % 16];
    as[t / 16 + 16][t % 16] = a[(blockIdx.y * 32 + t / 16 + 16) * n + k + t % 16];
    bs[t / 32][t % 32] = b[(k + t / 32) * n + blockIdx.x * 32 + t % 32];
    bs[t / 32 + 8][t % 32] = b[(k + t / 32 + 8) * n + blockIdx.x * 32 + t % 32];
    __syncthreads();
    for (int j = 0; j < 16; ++j) {
      const float l0 = as[2 * y][j], l1 = as[2 * y + 1][j], r0 = bs[j][2 * x], r1 = bs[j][2 * x + 1];
      s00 += l0 * r0, s01 += l0 * r1, s10 += l1 * r0, s11 += l1 * r1;
    }
    __syncthreads();
  }
  float* to = &c[(blockIdx.y * 32 + 2 * y) * n + blockIdx.x * 32 + 2 * x];
  to[0] = s00, to[1] = s01, to[n] = s10, to[n + 1] = s11;
}

__global__ void turned_by_fours(float* out, const float* in, int n) {
  __shared__ float s[32][36];
  const int x = threadIdx.x * 4, y = threadIdx.y;
  *reinterpret_cast<float4*>(&s[y][x]) = *reinterpret_cast<const float4*>(&in[(blockIdx.y * 32 + y) * n + blockIdx.x * 32 + x]);
  __syncthreads();
  const float4 v = make_float4(s[x][y], s[x + 1][y], s[x + 2][y], s[x + 3][y]);
  *reinterpret_cast<float4*>(&out[(blockIdx.x * 32 + y) * n + blockIdx.y * 32 + x]) = v;
}

__global__ void four_outputs(float* out, const float* in, const float* weight) {
  __shared__ float s[256 + 4], w[5];
  const int t = threadIdx.x;
  if (t < 5) w[t] = weight[t];
  for (int i = t; i < 260; i += 64) s[i] = in[blockIdx.x * 256 + i];
  __syncthreads();
  float sum[4] = {};
#pragma unroll
  for (int k = 0; k < 5; ++k)
#pragma unroll
    for (int j = 0; j < 4; ++j) sum[j] += w[k] * s[4 * t + j + k];
#pragma unroll
  for (int j = 0; j < 4; ++j) out[blockIdx.x * 256 + 4 * t + j] = sum[j];
}

__global__ void column_sums(float* out, const float* in, int rows, int n) {
  __shared__ float s[8][32];
  const int x = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int r = threadIdx.y; r < rows; r += 8) sum += in[r * n + x];
  s[threadIdx.y][threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.y == 0) {
#pragma unroll
    for (int k = 1; k < 8; ++k) sum += s[k][threadIdx.x];
    out[x] = sum;
  }
}

__global__ void marching_window(float* out, const float* in, int rows, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  float above = in[x], here = in[n + x];
  for (int r = 1; r < rows - 1; ++r) {
    const float below = in[(r + 1) * n + x];
    out[r * n + x] = above + here + below;
    above = here;
    here = below;
  }
}

int main() {
  constexpr int n = 128, size = n * n;
  float* a = filled<float>(size, [](size_t i) { return float(i * 31 % 7); });
  float* b = filled<float>(size, [](size_t i) { return float(i * 17 % 5); });
  float* c = zeros<float>(size);
  measured("eight by eight", c, size, [&] { eight_by_eight<<<1, 256>>>(c, a, b, n); });
  measured("two by two", c, size, [&] { two_by_two<<<dim3(4, 4), dim3(16, 16)>>>(c, a, b, n); });
  measured("turned by fours", c, size, [&] { turned_by_fours<<<dim3(4, 4), dim3(8, 32)>>>(c, a, n); });
  measured("four outputs", c, size, [&] { four_outputs<<<8, 64>>>(c, a, b); });
  measured("column sums", c, size, [&] { column_sums<<<4, dim3(32, 8)>>>(c, a, 100, n); });
  measured("marching window", c, size, [&] { marching_window<<<2, 64>>>(c, a, 21, n); });
  return finish();
}
