// Held out: scans, compactions and steps of radix sorts, as courses and libraries write them. Simulated before a GPU counted them.
#include <cooperative_groups.h>

#include "results.cuh"

namespace cg = cooperative_groups;

// Kogge and Stone in one buffer.
__global__ void kogge_stone(const int* X, int* Y, int n) {
  __shared__ int XY[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  XY[threadIdx.x] = i < n ? X[i] : 0;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    int temp = 0;
    if (threadIdx.x >= stride) temp = XY[threadIdx.x] + XY[threadIdx.x - stride];
    __syncthreads();
    if (threadIdx.x >= stride) XY[threadIdx.x] = temp;
  }
  if (i < n) Y[i] = XY[threadIdx.x];
}

#define CONFLICT_FREE_OFFSET(n) ((n) >> 5)

// Blelloch, two elements a thread, padded.
__global__ void prescan(int* g_odata, const int* g_idata, int n) {
  extern __shared__ int temp[];
  const int thid = threadIdx.x;
  int offset = 1;
  const int ai = thid, bi = thid + n / 2;
  const int bank_a = CONFLICT_FREE_OFFSET(ai), bank_b = CONFLICT_FREE_OFFSET(bi);
  temp[ai + bank_a] = g_idata[ai];
  temp[bi + bank_b] = g_idata[bi];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      int a = offset * (2 * thid + 1) - 1, b = offset * (2 * thid + 2) - 1;
      a += CONFLICT_FREE_OFFSET(a);
      b += CONFLICT_FREE_OFFSET(b);
      temp[b] += temp[a];
    }
    offset *= 2;
  }
  if (thid == 0) temp[n - 1 + CONFLICT_FREE_OFFSET(n - 1)] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      int a = offset * (2 * thid + 1) - 1, b = offset * (2 * thid + 2) - 1;
      a += CONFLICT_FREE_OFFSET(a);
      b += CONFLICT_FREE_OFFSET(b);
      const int t = temp[a];
      temp[a] = temp[b];
      temp[b] += t;
    }
  }
  __syncthreads();
  g_odata[ai] = temp[ai + bank_a];
  g_odata[bi] = temp[bi + bank_b];
}

template <typename T>
struct Largest {
  __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};

// By shuffles, then the warps' totals; four elements a thread in registers.
template <typename T, typename Op>
__global__ void scan_by_warps(const T* in, T* out, Op op) {
  __shared__ T totals[32];
  const int base = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  T v[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) v[i] = in[base + i];
#pragma unroll
  for (int i = 1; i < 4; ++i) v[i] = op(v[i - 1], v[i]);
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  T sum = v[3];
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    const T other = __shfl_up_sync(0xffffffff, sum, d);
    if (lane >= d) sum = op(other, sum);
  }
  if (lane == 31) totals[warp] = sum;
  __syncthreads();
  if (warp == 0 && lane < blockDim.x / 32) {
    T total = totals[lane];
    for (int d = 1; d < blockDim.x / 32; d <<= 1) {
      const T other = __shfl_up_sync((1u << blockDim.x / 32) - 1, total, d);
      if (lane >= d) total = op(other, total);
    }
    totals[lane] = total;
  }
  __syncthreads();
  const T before = __shfl_up_sync(0xffffffff, sum, 1);
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    if (lane > 0) v[i] = op(before, v[i]);
    if (warp > 0) v[i] = op(totals[warp - 1], v[i]);
    out[base + i] = v[i];
  }
}

// A thread scans a part of its own, laid out in turn.
__global__ void three_phases(const int* in, int* out, int per_thread) {
  extern __shared__ int s[];
  const int n = blockDim.x * per_thread;
  const int base = blockIdx.x * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = in[base + i];
  __syncthreads();
  const int first = threadIdx.x * per_thread;
  for (int i = 1; i < per_thread; ++i) s[first + i] += s[first + i - 1];
  __syncthreads();
  if (threadIdx.x == 0)
    for (int t = 1; t < blockDim.x; ++t) s[(t + 1) * per_thread - 1] += s[t * per_thread - 1];
  __syncthreads();
  if (threadIdx.x > 0) {
    const int add = s[first - 1];
    for (int i = 0; i < per_thread - 1; ++i) s[first + i] += add;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[base + i] = s[i];
}

// Who is kept, by ballots; a block each writes to a place of its own.
__global__ void compact(const int* in, int* out, int* counts, int n) {
  __shared__ int warps[8];
  const int i = blockIdx.x * 256 + threadIdx.x;
  const int value = i < n ? in[i] : 0;
  const bool keeps = i < n && value % 3 == 0;
  const unsigned vote = __ballot_sync(~0u, keeps);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0) warps[warp] = __popc(vote);
  __syncthreads();
  int before = 0;
  for (int w = 0; w < warp; ++w) before += warps[w];
  if (keeps) out[blockIdx.x * 256 + before + __popc(vote & ((1u << lane) - 1))] = value;
  if (threadIdx.x == 255) counts[blockIdx.x] = before + __popc(vote);
}

// One bit of a radix sort in a block.
__global__ void split_by_bit(unsigned* values, int bits) {
  __shared__ unsigned keys[256];
  __shared__ unsigned scanned[256];
  const int t = threadIdx.x;
  keys[t] = values[blockIdx.x * 256 + t];
  __syncthreads();
  for (int bit = 0; bit < bits; ++bit) {
    const unsigned key = keys[t];
    const unsigned zero = !((key >> bit) & 1);
    scanned[t] = zero;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
      unsigned x = 0;
      if (t >= d) x = scanned[t - d];
      __syncthreads();
      scanned[t] += x;
      __syncthreads();
    }
    const unsigned falses = scanned[255];
    const unsigned to = zero ? scanned[t] - 1 : t - scanned[t] + falses;
    keys[to] = key;
    __syncthreads();
  }
  values[blockIdx.x * 256 + t] = keys[t];
}

constexpr int digits = 16;

// How often each digit comes in a block: counters of each thread.
__global__ void count_digits(const unsigned* keys, int* counts, int n, int shift) {
  __shared__ unsigned char mine[digits][64];
  const int t = threadIdx.x;
  for (int d = 0; d < digits; ++d) mine[d][t] = 0;
  const int begin = blockIdx.x * n / gridDim.x, end = (blockIdx.x + 1) * n / gridDim.x;
  for (int i = begin + t; i < end; i += blockDim.x) mine[keys[i] >> shift & (digits - 1)][t]++;
  __syncthreads();
  if (t < digits) {
    int sum = 0;
    for (int i = 0; i < 64; ++i) sum += mine[t][i];
    counts[t * gridDim.x + blockIdx.x] = sum;
  }
}

// Each key to its place, one warp a block, by matches.
__global__ void scatter_digits(const unsigned* keys, unsigned* out, const int* offsets, int n, int shift) {
  __shared__ int next[digits];
  const int lane = threadIdx.x;
  if (lane < digits) next[lane] = offsets[lane * gridDim.x + blockIdx.x];
  __syncwarp();
  const int begin = blockIdx.x * n / gridDim.x, end = (blockIdx.x + 1) * n / gridDim.x;
  for (int i = begin; i < end; i += 32) {
    const bool there = i + lane < end;
    const unsigned key = there ? keys[i + lane] : ~0u;
    const int digit = there ? int(key >> shift & (digits - 1)) : digits;
    const unsigned same = __match_any_sync(~0u, digit);
    const int rank = __popc(same & ((1u << lane) - 1));
    if (there) out[next[digit] + rank] = key;
    __syncwarp();
    if (there && rank == 0) next[digit] += __popc(same);
    __syncwarp();
  }
}

// Sums that begin anew at flags, in tiles of 16.
__global__ void segmented(const int* in, const unsigned char* flags, int* out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = in[i];
  int flag = flags[i];
  for (int d = 1; d < tile.size(); d *= 2) {
    const int other = tile.shfl_up(value, d);
    const int other_flag = tile.shfl_up(flag, d);
    if (tile.thread_rank() >= d && !flag) {
      value += other;
      flag |= other_flag;
    }
  }
  out[i] = value;
}

int main() {
  constexpr int n = 2048;
  int* in = filled<int>(n, [](size_t i) { return int(i * 73 % 97); });
  int* out = zeros<int>(n);
  int* counts = zeros<int>(512);
  float* in_f = filled<float>(n, [](size_t i) { return float(i * 61 % 1009); });
  float* out_f = zeros<float>(n);
  unsigned* keys = filled<unsigned>(n, [](size_t i) { return unsigned(i * 2654435761u >> 7); });
  unsigned* sorted = zeros<unsigned>(n);
  unsigned char* flags = filled<unsigned char>(n, [](size_t i) { return (unsigned char)(i * 7 % 5 == 0); });
  measured("Kogge and Stone", out, 1000, [&] { kogge_stone<<<4, 256>>>(in, out, 1000); });
  measured("Blelloch, padded", out, 512, [&] { prescan<<<1, 256, (512 + 16) * sizeof(int)>>>(out, in, 512); });
  measured("largest so far", out_f, n, [&] { scan_by_warps<<<4, 128>>>(in_f, out_f, Largest<float>()); });
  measured("three phases", out, n, [&] { three_phases<<<4, 64, 512 * sizeof(int)>>>(in, out, 8); });
  measured("compacted", out, n, [&] { compact<<<8, 256>>>(in, out, counts, 2000); });
  require(cudaMemcpy(sorted, keys, n * sizeof(unsigned), cudaMemcpyDeviceToDevice));
  measured("split by bit", counts, 1, [&] { split_by_bit<<<2, 256>>>(sorted, 3); });
  measured("digits", counts, 128, [&] { count_digits<<<8, 64>>>(keys, counts, 2000, 4); });
  int host[128];
  require(cudaMemcpy(host, counts, sizeof host, cudaMemcpyDeviceToHost));
  int sum = 0;
  for (int& count : host) count = (sum += count) - count;
  require(cudaMemcpy(counts, host, sizeof host, cudaMemcpyHostToDevice));
  measured("scattered by digit", sorted, 2000, [&] { scatter_digits<<<8, 32>>>(keys, sorted, counts, 2000, 4); });
  measured("segments of tiles", out, n, [&] { segmented<<<8, 256>>>(in, flags, out); });
  return finish();
}
