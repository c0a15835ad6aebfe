// Held out: dynamic programs, queues and small linear algebra, as people write them. Simulated before a GPU counted them.
#include "results.cuh"

constexpr int n = 2048;

// What can be packed into a knapsack: a row of weights, item by item.
__global__ void knapsack(int* out, const int* weight, const int* value, int items, int capacity) {
  __shared__ int best[2][256];
  const int w = threadIdx.x;
  best[0][w] = 0;
  __syncthreads();
  int from = 0;
  for (int i = 0; i < items; ++i) {
    int here = best[from][w];
    if (w >= weight[i]) here = max(here, best[from][w - weight[i]] + value[i]);
    best[1 - from][w] = here;
    from = 1 - from;
    __syncthreads();
  }
  if (w <= capacity) out[w] = best[from][w];
}
// The longest common part of two words, diagonal by diagonal.
__global__ void common_part(int* out, const char* a, const char* b) {
  __shared__ int before[65], last[65], now[65];
  const int i = threadIdx.x;
  before[i + 1] = last[i + 1] = now[i + 1] = 0;
  if (i == 0) before[0] = last[0] = now[0] = 0;
  __syncthreads();
  for (int d = 0; d < 127; ++d) {
    const int j = d - i;
    if (j >= 0 && j < 64) now[i + 1] = a[i] == b[j] ? before[i] + 1 : max(last[i], last[i + 1]);
    __syncthreads();
    before[i + 1] = last[i + 1];
    last[i + 1] = now[i + 1];
    __syncthreads();
  }
  out[i] = last[i + 1];
}
// Polynomials, by Horner, coefficients in shared memory.
__global__ void horner(float* out, const float* in, const float* coefficients, int degree) {
  __shared__ float c[64];
  if (threadIdx.x <= degree) c[threadIdx.x] = coefficients[threadIdx.x];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[i];
  float y = c[degree];
  for (int k = degree - 1; k >= 0; --k) y = y * x + c[k];
  out[i] = y;
}
// A product of 3 by 3 matrices, one a thread.
__global__ void threes(float* out, const float* a, const float* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x[9], y[9];
  for (int k = 0; k < 9; ++k) x[k] = a[i * 9 + k], y[k] = b[i * 9 + k];
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) {
      float sum = 0;
      for (int k = 0; k < 3; ++k) sum += x[r * 3 + k] * y[k * 3 + c];
      out[i * 9 + r * 3 + c] = sum;
    }
}
// Where an element stands in its block's queue, by ballots.
__global__ void queue_of_block(int* out, const int* in) {
  __shared__ int of_warp[8], kept[256];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32, value = in[blockIdx.x * 256 + t];
  const bool keep = value % 3 == 0;
  const unsigned votes = __ballot_sync(~0u, keep);
  if (lane == 0) of_warp[warp] = __popc(votes);
  __syncthreads();
  int begin = 0;
  for (int w = 0; w < warp; ++w) begin += of_warp[w];
  if (keep) kept[begin + __popc(votes & ((1u << lane) - 1))] = value;
  __syncthreads();
  int all = 0;
  for (int w = 0; w < 8; ++w) all += of_warp[w];
  out[blockIdx.x * 256 + t] = t < all ? kept[t] : -1;
}
// Runs of ones in a row of bits.
__global__ void runs_of_ones(int* out, const unsigned* words) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned w = words[i];
  int longest = 0;
  while (w) {
    w &= w << 1;
    ++longest;
  }
  out[i] = longest;
}
// The heat of a rod for some steps, in shared memory.
__global__ void rod(float* out, const float* in, int steps) {
  __shared__ float a[130];
  const int t = threadIdx.x;
  a[t + 1] = in[blockIdx.x * 128 + t];
  if (t == 0) a[0] = a[129] = 0;
  __syncthreads();
  for (int s = 0; s < steps; ++s) {
    const float next = 0.25f * a[t] + 0.5f * a[t + 1] + 0.25f * a[t + 2];
    __syncthreads();
    a[t + 1] = next;
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = a[t + 1];
}
// A matrix of 16 by 16 made triangular, one row a step.
__global__ void eliminated(float* out, const float* in) {
  __shared__ float m[16][17];
  const int r = threadIdx.y, c = threadIdx.x;
  m[r][c] = in[blockIdx.x * 256 + r * 16 + c] + (r == c ? 20 : 0);
  __syncthreads();
  for (int k = 0; k < 15; ++k) {
    const float factor = m[r][k] / m[k][k];
    const float above = m[k][c];
    __syncthreads();
    if (r > k && c >= k) m[r][c] -= factor * above;
    __syncthreads();
  }
  out[blockIdx.x * 256 + r * 16 + c] = m[r][c];
}
// The largest of each row and where it is, a warp a row.
__global__ void largest_of_rows(int* out, const float* in, int columns) {
  const int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
  float best = in[row * columns + lane];
  int where = lane;
  for (int c = lane + 32; c < columns; c += 32) {
    const float here = in[row * columns + c];
    if (here > best) best = here, where = c;
  }
  for (int d = 16; d > 0; d /= 2) {
    const float other = __shfl_down_sync(~0u, best, d);
    const int there = __shfl_down_sync(~0u, where, d);
    if (other > best || (other == best && there < where)) best = other, where = there;
  }
  if (lane == 0) out[row] = where;
}
// Sums of all windows of 8, by sums so far.
__global__ void sums_of_windows(int* out, const int* in) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    const int add = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += add;
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = t >= 8 ? s[t] - s[t - 8] : s[t];
}
// Distances of points to all others of a tile, the least of them.
__global__ void nearest(int* out, const float2* points, int count) {
  __shared__ float2 tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  const float2 mine = points[i];
  float least = 1e30f;
  int which = -1;
  for (int begin = 0; begin < count; begin += 64) {
    tile[threadIdx.x] = points[begin + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; ++k) {
      const float dx = tile[k].x - mine.x, dy = tile[k].y - mine.y, d = dx * dx + dy * dy;
      if (begin + k != i && d < least) least = d, which = begin + k;
    }
    __syncthreads();
  }
  out[i] = which;
}
// A stack of each thread, in shared memory: brackets that match.
__global__ void brackets(int* out, const char* text) {
  __shared__ char stack[16][64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  int depth = 0, bad = 0;
  for (int k = 0; k < 16; ++k) {
    const char c = text[i * 16 + k];
    if (c % 3 == 0) stack[depth++][t] = c;
    else if (depth > 0 && stack[depth - 1][t] % 2 == c % 2) --depth;
    else ++bad;
  }
  out[i] = bad * 16 + depth;
}
// Neighbours exchanged by shuffles: a bitonic sort of each warp.
__global__ void sorted_warps(int* out, const int* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  int mine = in[i];
  for (int size = 2; size <= 32; size *= 2)
    for (int d = size / 2; d > 0; d /= 2) {
      const int other = __shfl_xor_sync(~0u, mine, d);
      const bool up = (lane & size) == 0, low = (lane & d) == 0;
      mine = up == low ? min(mine, other) : max(mine, other);
    }
  out[i] = mine;
}
// Totals of keys: a block's in shared memory, then to all.
__global__ void totals(int* out, const int* keys, const int* values, int count) {
  __shared__ int sum[64];
  if (threadIdx.x < 64) sum[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    atomicAdd(&sum[keys[i] % 64], values[i]);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&out[threadIdx.x], sum[threadIdx.x]);
}

int main() {
  const float* in =
      filled<float>(n * 9, [](size_t i) { return float((i * 7919) % 257) / 256 + (i % 17 == 0 ? 2 : 0); });
  const int* numbers = filled<int>(n * 4, [](size_t i) { return int(i * 7919 % 4093); });
  const int* weights = filled<int>(32, [](size_t i) { return int(i * 13 % 29 + 1); });
  const char* text = filled<char>(n * 16, [](size_t i) { return char('a' + i * i % 23); });
  float* out = zeros<float>(n * 9);
  int* whole = reinterpret_cast<int*>(out);
  const auto count = size_t(n);
  measured("knapsack", whole, count, [&] { knapsack<<<1, 256>>>(whole, weights, numbers, 24, 200); });
  measured("common part", whole, count, [&] { common_part<<<1, 64>>>(whole, text, text + 500); });
  measured_closely("horner", out, count, [&] { horner<<<8, 128>>>(out, in, in + 64, 20); });
  measured_closely("threes", out, count, [&] { threes<<<2, 64>>>(out, in, in + 1200); });
  measured("queue of a block", whole, count, [&] { queue_of_block<<<4, 256>>>(whole, numbers); });
  measured("runs of ones", whole, count, [&] { runs_of_ones<<<4, 128>>>(whole, (const unsigned*)numbers); });
  measured_closely("rod", out, count, [&] { rod<<<4, 128>>>(out, in, 12); });
  measured_closely("eliminated", out, count, [&] { eliminated<<<4, dim3(16, 16)>>>(out, in); });
  measured("largest of rows", whole, count, [&] { largest_of_rows<<<4, 128>>>(whole, in, 100); });
  measured("sums of windows", whole, count, [&] { sums_of_windows<<<4, 256>>>(whole, numbers); });
  measured("nearest", whole, count, [&] { nearest<<<4, 64>>>(whole, (const float2*)in, 256); });
  measured("brackets", whole, count, [&] { brackets<<<4, 64>>>(whole, text); });
  measured("sorted warps", whole, count, [&] { sorted_warps<<<4, 128>>>(whole, numbers); });
  measured("totals", whole, count, [&] { totals<<<2, 128>>>(whole, numbers, numbers + 100, 1024); });
  return finish();
}
