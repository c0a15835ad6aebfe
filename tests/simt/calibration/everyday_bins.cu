// Held out: bins, counts and what is left of lists, as people write them. Simulated before a GPU counted them.
#include <cooperative_groups.h>

#include "results.cuh"

namespace cg = cooperative_groups;

// Letters in sevens, as in a well-known book.
__global__ void letters(const char* text, unsigned length, unsigned* histo) {
  __shared__ unsigned histo_s[7];
  for (unsigned bin = threadIdx.x; bin < 7; bin += blockDim.x) histo_s[bin] = 0u;
  __syncthreads();
  unsigned accumulator = 0;
  int previous = -1;
  const unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned i = tid; i < length; i += blockDim.x * gridDim.x) {
    const int position = text[i] - 'a';
    if (position >= 0 && position < 26) {
      const int bin = position / 4;
      if (bin == previous) ++accumulator;
      else {
        if (accumulator > 0) atomicAdd(&histo_s[previous], accumulator);
        accumulator = 1;
        previous = bin;
      }
    }
  }
  if (accumulator > 0) atomicAdd(&histo_s[previous], accumulator);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < 7; bin += blockDim.x) {
    const unsigned value = histo_s[bin];
    if (value > 0) atomicAdd(&histo[bin], value);
  }
}

// Weights, not counts: floats added to bins of the block.
__global__ void weighted_bins(float* out, const int* key, const float* weight, int n) {
  __shared__ float bins[64];
  if (threadIdx.x < 64) bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[key[i] & 63], weight[i]);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

__global__ void three_channels(int* bins, const uchar4* pixels, int n) {
  __shared__ int local[3][256];
  for (int i = threadIdx.x; i < 3 * 256; i += blockDim.x) (&local[0][0])[i] = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const uchar4 p = pixels[i];
    atomicAdd(&local[0][p.x], 1);
    atomicAdd(&local[1][p.y], 1);
    atomicAdd(&local[2][p.z], 1);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < 3 * 256; b += blockDim.x)
    if (const int c = (&local[0][0])[b]) atomicAdd(&bins[b], c);
}

// One counter of the block hands out places; the block asks for room once.
__global__ void positives(int* out, int* total, const int* in, int n) {
  __shared__ int count, base;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int place = -1, value = 0;
  if (i < n) {
    value = in[i];
    if (value > 0) place = atomicAdd(&count, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) base = atomicAdd(total, count);
  __syncthreads();
  if (place >= 0) atomicAdd(&out[value % 97], base >= 0 ? 1 : 0);
}

__global__ void min_max(int* out, const int* in, int n) {
  __shared__ int low, high;
  if (threadIdx.x == 0) {
    low = 0x7fffffff;
    high = -0x7fffffff;
  }
  __syncthreads();
  int mine_low = 0x7fffffff, mine_high = -0x7fffffff;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
    const int v = in[i];
    mine_low = min(mine_low, v);
    mine_high = max(mine_high, v);
  }
  atomicMin(&low, mine_low);
  atomicMax(&high, mine_high);
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicMin(&out[0], low);
    atomicMax(&out[1], high);
  }
}

// Marks in a bitmap: one word of 32 flags from a warp's ballot.
__global__ void bitmap(unsigned* words, const float* x, float limit, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned mask = __ballot_sync(0xffffffff, i < n && x[i] > limit);
  if ((threadIdx.x & 31) == 0 && i < n) words[i / 32] = mask;
}

__global__ void count_bits(int* out, const unsigned* words, int n) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += __popc(words[i]);
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  __shared__ int parts[8];
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    int total = 0;
    for (int w = 0; w < 8; ++w) total += parts[w];
    *out = total;
  }
}

// A scan of a block by warps, then each keeps what passes.
__global__ void keep_even(int* out, int* counts, const int* in, int n) {
  __shared__ int sums[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const int value = i < n ? in[i] : 1, keep = value % 2 == 0;
  int x = keep;
  for (int d = 1; d < 32; d <<= 1) {
    const int y = __shfl_up_sync(0xffffffff, x, d);
    if (lane >= d) x += y;
  }
  if (lane == 31) sums[warp] = x;
  __syncthreads();
  if (warp == 0) {
    int s = lane < blockDim.x / 32 ? sums[lane] : 0;
    for (int d = 1; d < 32; d <<= 1) {
      const int y = __shfl_up_sync(0xffffffff, s, d);
      if (lane >= d) s += y;
    }
    sums[lane] = s;
  }
  __syncthreads();
  const int place = x - keep + (warp ? sums[warp - 1] : 0);
  if (keep) out[blockIdx.x * blockDim.x + place] = value;
  if (threadIdx.x == blockDim.x - 1) counts[blockIdx.x] = place + keep;
}

__global__ void warp_aggregated(int* out, int* count, const int* in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    if (in[i] % 3 == 0) {
      const cg::coalesced_group g = cg::coalesced_threads();
      int base = 0;
      if (g.thread_rank() == 0) base = atomicAdd(count, g.size());
      base = g.shfl(base, 0);
      if (base + g.thread_rank() < n) out[i] = g.size();
    }
  }
}

// Counting sort of small keys by one block.
__global__ void counting_sort(int* out, const int* in, int n) {
  __shared__ int count[16], first[17];
  const int t = threadIdx.x;
  if (t < 16) count[t] = 0;
  __syncthreads();
  for (int i = t; i < n; i += blockDim.x) atomicAdd(&count[in[i] & 15], 1);
  __syncthreads();
  if (t == 0) {
    first[0] = 0;
    for (int b = 0; b < 16; ++b) first[b + 1] = first[b] + count[b];
  }
  __syncthreads();
  if (t < 16)
    for (int i = first[t]; i < first[t + 1]; ++i) out[i] = t;
}

int main() {
  constexpr int n = 5003;
  int* some = filled<int>(8192, [](size_t i) { return int((i * 7919 + i / 3 * 104729) % 2003) - 700; });
  char* text = filled<char>(8192, [](size_t i) { return i % 9 == 8 ? ' ' : char('a' + i * i % 26); });
  float* weights = filled<float>(8192, [](size_t i) { return float(i % 5 + 1); });
  uchar4* pixels = filled<uchar4>(8192, [](size_t i) { return make_uchar4(i * 3, i * i, 255 - i % 50, 255); });
  int* out = zeros<int>(8192);
  unsigned* words = zeros<unsigned>(256);
  int* more = zeros<int>(256);
  unsigned* uout = reinterpret_cast<unsigned*>(out);
  measured("letters in sevens", uout, 7, [&] { letters<<<4, 128>>>(text, n, uout); });
  measured_nearly(
      "weights in bins", (float*)out, 64, [&] { weighted_bins<<<4, 128>>>((float*)out, some, weights, n); });
  measured("three channels", out, 768, [&] { three_channels<<<8, 256>>>(out, pixels, 2000); });
  measured("places from a counter", out, 97, [&] { positives<<<20, 256>>>(out, more, some, n); });
  measured("least and most", out, 2, [&] { min_max<<<4, 256>>>(out, some, n); });
  measured("bitmap", words, 160, [&] { bitmap<<<20, 256>>>(words, weights, 2.5f, n); });
  measured("bits counted", out, 1, [&] { count_bits<<<1, 256>>>(out, words, 157); });
  measured("even ones kept", out, 8192, [&] { keep_even<<<20, 256>>>(out, more, some, n); });
  require(cudaMemset(more, 0, 4));
  measured("one add a group", out, n, [&] { warp_aggregated<<<4, 128>>>(out, more, some, n); });
  measured("counting sort", out, 1000, [&] { counting_sort<<<1, 128>>>(out, some, 1000); });
  return finish();
}
