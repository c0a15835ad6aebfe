// Held out: sorting, merging, selecting and scanning, as people write them. Simulated before a GPU counted them.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

#include "results.cuh"

namespace cg = cooperative_groups;

// Each element's place by counting those that are smaller.
__global__ void rank_sort(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int mine = in[i];
  int rank = 0;
  for (int j = 0; j < n; ++j) {
    const int other = in[j];
    if (other < mine || (other == mine && j < i)) ++rank;
  }
  out[rank] = mine;
}

// The same with the others in tiles of shared memory.
__global__ void rank_sort_tiled(const int* in, int* out, int n) {
  __shared__ int tile[128];
  const int i = blockIdx.x * 128 + threadIdx.x;
  const int mine = i < n ? in[i] : 0;
  int rank = 0;
  for (int base = 0; base < n; base += 128) {
    tile[threadIdx.x] = base + threadIdx.x < n ? in[base + threadIdx.x] : 0x7fffffff;
    __syncthreads();
    for (int j = 0; j < 128; ++j) rank += tile[j] < mine || (tile[j] == mine && base + j < i);
    __syncthreads();
  }
  if (i < n) out[rank] = mine;
}

// Rounds of odd and even pairs in memory: one round a launch.
__global__ void odd_even_round(int* data, int n, int odd) {
  const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + odd;
  if (i + 1 < n && data[i] > data[i + 1]) {
    const int t = data[i];
    data[i] = data[i + 1];
    data[i + 1] = t;
  }
}

// One step of a bitonic sort in memory.
__global__ void bitonic_step(float* data, int j, int k) {
  const unsigned i = threadIdx.x + blockDim.x * blockIdx.x, ixj = i ^ j;
  if (ixj > i) {
    if ((i & k) == 0) {
      if (data[i] > data[ixj]) {
        const float t = data[i];
        data[i] = data[ixj];
        data[ixj] = t;
      }
    } else if (data[i] < data[ixj]) {
      const float t = data[i];
      data[i] = data[ixj];
      data[ixj] = t;
    }
  }
}

// Two sorted parts: each element finds its place in the other.
__global__ void merge_parts(const int* a, int na, const int* b, int nb, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < na) {
    int low = 0, high = nb;
    while (low < high) {
      const int mid = (low + high) >> 1;
      if (b[mid] < a[i]) low = mid + 1;
      else high = mid;
    }
    out[i + low] = a[i];
  } else if (i < na + nb) {
    const int k = i - na;
    int low = 0, high = na;
    while (low < high) {
      const int mid = (low + high) >> 1;
      if (a[mid] <= b[k]) low = mid + 1;
      else high = mid;
    }
    out[k + low] = b[k];
  }
}

// A thread sorts eight of its own by insertion, in shared memory.
__global__ void insertion_eights(const int* in, int* out) {
  __shared__ int s[64][9];
  const int t = threadIdx.x;
  for (int k = 0; k < 8; ++k) s[t][k] = in[(blockIdx.x * 64 + t) * 8 + k];
  for (int k = 1; k < 8; ++k) {
    const int v = s[t][k];
    int j = k - 1;
    while (j >= 0 && s[t][j] > v) {
      s[t][j + 1] = s[t][j];
      --j;
    }
    s[t][j + 1] = v;
  }
  for (int k = 0; k < 8; ++k) out[(blockIdx.x * 64 + t) * 8 + k] = s[t][k];
}

// A network for four values in registers, then a warp's least of all.
__global__ void least_fours(const int4* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int4 v = i < n ? in[i] : make_int4(1 << 30, 1 << 30, 1 << 30, 1 << 30);
  auto order = [](int& a, int& b) {
    const int low = min(a, b);
    b = max(a, b);
    a = low;
  };
  order(v.x, v.y), order(v.z, v.w), order(v.x, v.z), order(v.y, v.w), order(v.y, v.z);
  const int least = __reduce_min_sync(~0u, v.x), most = __reduce_max_sync(~0u, v.w);
  if (threadIdx.x % 32 == 0) out[2 * (i / 32)] = least, out[2 * (i / 32) + 1] = most;
}

// A scan of a block by two levels of shuffles; the block's total to its place.
__global__ void scan_block(const int* in, int* out, int* totals, int n) {
  __shared__ int sums[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const int mine = i < n ? in[i] : 0;
  int v = mine;
  for (int d = 1; d < 32; d <<= 1) {
    const int other = __shfl_up_sync(~0u, v, d);
    if (lane >= d) v += other;
  }
  if (lane == 31) sums[warp] = v;
  __syncthreads();
  if (warp == 0) {
    int s = lane < blockDim.x / 32 ? sums[lane] : 0;
    for (int d = 1; d < 32; d <<= 1) {
      const int other = __shfl_up_sync(~0u, s, d);
      if (lane >= d) s += other;
    }
    sums[lane] = s;
  }
  __syncthreads();
  v += warp > 0 ? sums[warp - 1] : 0;
  if (i < n) out[i] = v - mine;
  if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = v;
}

__global__ void add_totals(int* data, const int* totals, int n) {
  __shared__ int before;
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int b = 0; b < blockIdx.x; ++b) sum += totals[b];
    before = sum;
  }
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += before;
}

// Kogge and Stone with two buffers.
__global__ void scan_two_buffers(const float* in, float* out) {
  __shared__ float a[128], b[128];
  const int t = threadIdx.x;
  a[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  float *from = a, *to = b;
  for (int d = 1; d < 128; d *= 2) {
    to[t] = t >= d ? from[t] + from[t - d] : from[t];
    __syncthreads();
    float* const other = from;
    from = to, to = other;
  }
  out[blockIdx.x * 128 + t] = from[t];
}

__global__ void scan_by_group(const int* in, int* out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = cg::exclusive_scan(warp, in[i]);
}

// The k largest of a row: each time the block's largest, which is then taken out.
__global__ void top_k(const float* in, float* out, int* where, int n, int k) {
  extern __shared__ float row[];
  __shared__ float best[64];
  __shared__ int index[64];
  const int t = threadIdx.x;
  for (int i = t; i < n; i += 64) row[i] = in[blockIdx.x * n + i];
  __syncthreads();
  for (int r = 0; r < k; ++r) {
    float top = -1e30f;
    int at = 0;
    for (int i = t; i < n; i += 64)
      if (row[i] > top) top = row[i], at = i;
    best[t] = top;
    index[t] = at;
    __syncthreads();
    for (int s = 32; s > 0; s /= 2) {
      if (t < s && (best[t + s] > best[t] || (best[t + s] == best[t] && index[t + s] < index[t]))) {
        best[t] = best[t + s];
        index[t] = index[t + s];
      }
      __syncthreads();
    }
    if (t == 0) {
      out[blockIdx.x * k + r] = best[0];
      where[blockIdx.x * k + r] = index[0];
      row[index[0]] = -1e30f;
    }
    __syncthreads();
  }
}

// Runs of equal values: where each begins, by a flag and its scan in a block.
__global__ void run_starts(const int* in, int* starts, int* count, int n) {
  __shared__ int flags[256];
  const int t = threadIdx.x;
  flags[t] = t < n && (t == 0 || in[t] != in[t - 1]);
  const int mine = flags[t];
  __syncthreads();
  for (int d = 1; d < 256; d <<= 1) {
    const int add = t >= d ? flags[t - d] : 0;
    __syncthreads();
    flags[t] += add;
    __syncthreads();
  }
  if (mine) starts[flags[t] - 1] = t;
  if (t == 255) *count = flags[255];
}

int main() {
  constexpr int n = 4096;
  int* in = filled<int>(n, [](size_t i) { return int(i * 7919 % 4001); });
  int* out = zeros<int>(n);
  float* in_f = filled<float>(n, [](size_t i) { return float(i * 7919 % 4001); });
  float* out_f = zeros<float>(n);
  int* totals = zeros<int>(64);
  measured("places by counting", out, 300, [&] { rank_sort<<<3, 128>>>(in, out, 300); });
  measured("places by counting in tiles", out, 300, [&] { rank_sort_tiled<<<3, 128>>>(in, out, 300); });
  require(cudaMemcpy(out, in, n * sizeof(int), cudaMemcpyDeviceToDevice));
  measured("odd pairs", totals, 1, [&] { odd_even_round<<<4, 256>>>(out, 2000, 1); });
  require(cudaMemcpy(out_f, in_f, n * sizeof(float), cudaMemcpyDeviceToDevice));
  measured("a bitonic step", totals, 1, [&] { bitonic_step<<<8, 256>>>(out_f, 8, 32); });
  int* a = filled<int>(700, [](size_t i) { return int(i * 3); });
  int* b = filled<int>(500, [](size_t i) { return int(i * 4 + 1); });
  measured("two parts", out, 1200, [&] { merge_parts<<<10, 128>>>(a, 700, b, 500, out); });
  measured("eights", out, n, [&] { insertion_eights<<<8, 64>>>(in, out); });
  measured("least of fours", out, 64, [&] { least_fours<<<4, 256>>>((int4*)in, out, 1000); });
  measured("a block's scan", out, 2000, [&] { scan_block<<<8, 256>>>(in, out, totals, 2000); });
  measured("totals added", out_f, 1, [&] { add_totals<<<8, 256>>>(out, totals, 2000); });
  measured_closely("two buffers", out_f, 1024, [&] { scan_two_buffers<<<8, 128>>>(in_f, out_f); });
  measured("by a group", out, 1024, [&] { scan_by_group<<<8, 128>>>(in, out); });
  measured("largest four", out_f, 32, [&] { top_k<<<8, 64, 300 * sizeof(float)>>>(in_f, out_f, totals, 300, 4); });
  int* runs = filled<int>(256, [](size_t i) { return int(i / 3 + i / 7); });
  measured("runs begin", out, 128, [&] { run_starts<<<1, 256>>>(runs, out, totals, 250); });
  return finish();
}
