// Held out, the third time: what people do with a tile of shared memory: filters, attention, paths, transforms, small matrices.
#include "results.cuh"

// Nine taps, four outputs a thread.
__global__ void four_outputs(float* out, const float* in) {
  __shared__ float s[4 * 64 + 8];
  const int t = threadIdx.x, base = blockIdx.x * 256;
  for (int i = t; i < 264; i += 64) s[i] = in[base + i];
  __syncthreads();
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    float sum = 0;
#pragma unroll
    for (int j = 0; j < 9; ++j) sum += s[4 * t + k + j] * (j + 1);
    out[base + 4 * t + k] = sum;
  }
}

// The highest of a window that slides over eight outputs a thread, in steps of 64.
__global__ void window_maxima(int* out, const int* in) {
  __shared__ int s[512 + 16];
  const int t = threadIdx.x;
  for (int i = t; i < 528; i += 64) s[i] = in[i];
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    int most = s[t + 64 * k];
    for (int j = 1; j < 5; ++j) most = max(most, s[t + 64 * k + j]);
    out[t + 64 * k] = most;
  }
}

__global__ void sobel(float* out, const float* in, int width, int height) {
  __shared__ float s[18][18];
  const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  for (int j = ty; j < 18; j += 16)
    for (int i = tx; i < 18; i += 16) {
      const int gx = min(max(int(blockIdx.x * 16) + i - 1, 0), width - 1);
      const int gy = min(max(int(blockIdx.y * 16) + j - 1, 0), height - 1);
      s[j][i] = in[gy * width + gx];
    }
  __syncthreads();
  if (x >= width || y >= height) return;
  const float h =
      s[ty][tx + 2] + 2 * s[ty + 1][tx + 2] + s[ty + 2][tx + 2] - s[ty][tx] - 2 * s[ty + 1][tx] - s[ty + 2][tx];
  const float v =
      s[ty + 2][tx] + 2 * s[ty + 2][tx + 1] + s[ty + 2][tx + 2] - s[ty][tx] - 2 * s[ty][tx + 1] - s[ty][tx + 2];
  out[y * width + x] = fabsf(h) + fabsf(v);
}

// Shortest paths between all, the first phase: one tile.
__global__ void paths_in_tile(int* out, const int* in) {
  __shared__ int d[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  d[ty][tx] = in[ty * 16 + tx];
  __syncthreads();
  for (int k = 0; k < 16; ++k) {
    d[ty][tx] = min(d[ty][tx], d[ty][k] + d[k][tx]);
    __syncthreads();
  }
  out[ty * 16 + tx] = d[ty][tx];
}

// The third phase: nothing is changed on the way.
__global__ void paths_between(int* out, const int* in) {
  __shared__ int row[16][16], col[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  row[ty][tx] = in[ty * 16 + tx];
  col[ty][tx] = in[256 + ty * 16 + tx];
  __syncthreads();
  int best = in[512 + ty * 16 + tx];
#pragma unroll
  for (int k = 0; k < 16; ++k) best = min(best, col[ty][k] + row[k][tx]);
  out[ty * 16 + tx] = best;
}

// Attention's scores of a tile, a thread a row of queries, with as many features as somebody says.
__global__ void tile_scores(float* out, const float* q, const float* k, int d) {
  extern __shared__ float s[];
  float *qs = s, *ks = s + 32 * d;
  const int t = threadIdx.x;
  for (int x = 0; x < d; ++x) {
    qs[t * d + x] = q[t * d + x];
    ks[t * d + x] = k[t * d + x];
  }
  __syncthreads();
  for (int y = 0; y < 32; ++y) {
    float sum = 0;
    for (int x = 0; x < d; ++x) sum += qs[t * d + x] * ks[y * d + x];
    out[t * 32 + y] = sum;
  }
}

// Rows' means and a second pass, by a block: every thread adds up what the warps have.
__global__ void centred_rows(float* out, const float* in, int n) {
  __shared__ float sums[32];
  const int t = threadIdx.x, warps = blockDim.x / 32;
  const float* row = in + blockIdx.x * n;
  float sum = 0;
  for (int i = t; i < n; i += blockDim.x) sum += row[i];
  for (int step = 16; step; step /= 2) sum += __shfl_xor_sync(~0u, sum, step);
  if (t % 32 == 0) sums[t / 32] = sum;
  __syncthreads();
  float total = 0;
  for (int w = 0; w < warps; ++w) total += sums[w];
  for (int i = t; i < n; i += blockDim.x) out[blockIdx.x * n + i] = row[i] * n - total;
}

// Radix 2, in place, 64 numbers of two parts each: a butterfly without its turns.
__global__ void butterflies(float2* out, const float2* in) {
  __shared__ float2 s[64];
  const int t = threadIdx.x;
  s[__brev(t) >> 26] = in[t];
  s[__brev(t + 32) >> 26] = in[t + 32];
  __syncthreads();
  for (int half = 1; half < 64; half *= 2) {
    const int at = t / half * half * 2 + t % half;
    const float2 a = s[at], b = s[at + half];
    __syncthreads();
    s[at] = make_float2(a.x + b.x, a.y + b.y);
    s[at + half] = make_float2(a.x - b.x, a.y - b.y);
    __syncthreads();
  }
  out[t] = s[t];
  out[t + 32] = s[t + 32];
}

// Each thread multiplies two matrices of 4 x 4 that lie in shared memory.
__global__ void small_matrices(float* out, const float* in) {
  __shared__ float a[32][16], b[32][16];
  const int t = threadIdx.x;
  for (int i = t; i < 512; i += 32) {
    a[i / 16][i % 16] = in[i];
    b[i / 16][i % 16] = in[512 + i];
  }
  __syncthreads();
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x) {
      float sum = 0;
      for (int k = 0; k < 4; ++k) sum += a[t][y * 4 + k] * b[t][k * 4 + x];
      out[t * 16 + y * 4 + x] = sum;
    }
}

// A pattern of unknown length is looked for.
__global__ void matches(int* out, const char* text, const char* pattern, int n, int m) {
  __shared__ char s[64 + 32], p[32];
  const int t = threadIdx.x, base = blockIdx.x * 64;
  s[t] = text[base + t];
  if (t < 32) s[64 + t] = base + 64 + t < n ? text[base + 64 + t] : 0;
  if (t < m) p[t] = pattern[t];
  __syncthreads();
  int same = 0;
  for (int i = 0; i < m; ++i) same += s[t + i] == p[i];
  out[base + t] = same;
}

// Weights of a layer in shared memory, a thread a sample, five inputs and three outputs.
__global__ void layer(float* out, const float* in, const float* weight, int n) {
  __shared__ float w[3][5], bias[3];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t < 15) w[t / 5][t % 5] = weight[t];
  if (t < 3) bias[t] = weight[15 + t];
  __syncthreads();
  if (i >= n) return;
  for (int o = 0; o < 3; ++o) {
    float sum = bias[o];
    for (int k = 0; k < 5; ++k) sum += w[o][k] * in[i * 5 + k];
    out[i * 3 + o] = sum > 0 ? sum : 0;
  }
}

// Rotated by a table of unknown length, as ciphers do.
__global__ void by_table(int* out, const int* in, int rounds, int n) {
  __shared__ int table[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  table[t] = in[t];
  __syncthreads();
  if (i >= n) return;
  unsigned v = in[i];
  for (int r = 0; r < rounds; ++r) v = v * 5 + table[(v + r) & 255];
  out[i] = int(v);
}

int main() {
  float* in = filled<float>(8192, [](size_t i) { return float(i * 13 % 17); });
  int* key = filled<int>(8192, [](size_t i) { return int(i * 7 % 61); });
  char* text = filled<char>(8192, [](size_t i) { return char('a' + i * i % 5); });
  float* out = zeros<float>(8192);
  int* iout = reinterpret_cast<int*>(out);
  const dim3 tile(16, 16);
  measured("four outputs", out, 1024, [&] { four_outputs<<<4, 64>>>(out, in); });
  measured("window's maxima", iout, 512, [&] { window_maxima<<<1, 64>>>(iout, key); });
  measured("sobel", out, 50 * 40, [&] { sobel<<<dim3(4, 3), tile>>>(out, in, 50, 40); });
  measured("paths in a tile", iout, 256, [&] { paths_in_tile<<<1, tile>>>(iout, key); });
  measured("paths between", iout, 256, [&] { paths_between<<<1, tile>>>(iout, key); });
  measured("scores of a tile, 16", out, 1024, [&] { tile_scores<<<1, 32, 4096>>>(out, in, in + 1024, 16); });
  measured("scores of a tile, 9", out, 1024, [&] { tile_scores<<<1, 32, 2304>>>(out, in, in + 1024, 9); });
  measured("centred rows", out, 600, [&] { centred_rows<<<3, 160>>>(out, in, 200); });
  measured("butterflies", out, 128, [&] { butterflies<<<1, 32>>>((float2*)out, (float2*)in); });
  measured("small matrices", out, 512, [&] { small_matrices<<<1, 32>>>(out, in); });
  measured("matches", iout, 512, [&] { matches<<<8, 64>>>(iout, text, text + 77, 512, 7); });
  measured("layer", out, 900, [&] { layer<<<3, 128>>>(out, in, in + 4000, 300); });
  measured("by table", iout, 700, [&] { by_table<<<3, 256>>>(iout, key, 10, 700); });
  return finish();
}
