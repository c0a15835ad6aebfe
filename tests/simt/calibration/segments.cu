// Held out, too: warps and tiles over segments: sums by flags, runs, sorting networks, rows by warps, radix digits.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "results.cuh"

namespace cg = cooperative_groups;

__global__ void by_flags(int* out, const int* value, const int* flag) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  const unsigned heads = __ballot_sync(~0u, flag[i]) | 1;
  const int head = 31 - __clz(heads & (~0u >> (31 - lane)));
  int sum = value[i];
  for (int step = 1; step < 32; step *= 2) {
    const int other = __shfl_up_sync(~0u, sum, step);
    if (lane - step >= head) sum += other;
  }
  const bool last = lane == 31 || (heads >> (lane + 1) & 1);
  if (last) out[i] = sum;
}

template <unsigned size>
__global__ void sorted_tiles(int* out, const int* key) {
  const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
  const int i = blockIdx.x * blockDim.x + threadIdx.x, rank = tile.thread_rank();
  int v = key[i];
  for (unsigned k = 2; k <= size; k *= 2)
    for (unsigned j = k / 2; j; j /= 2) {
      const int other = tile.shfl_xor(v, j);
      const bool up = (rank & k) == 0, low = (rank & j) == 0;
      v = up == low ? min(v, other) : max(v, other);
    }
  out[i] = v;
}

__global__ void rows_by_warps(float* out, const int* first, const int* col, const float* a, const float* x, int rows) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (warp >= rows) return;
  float sum = 0;
  for (int k = first[warp] + lane; k < first[warp + 1]; k += 32) sum += a[k] * x[col[k]];
  for (int step = 16; step; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
  if (lane == 0) out[warp] = sum;
}

__global__ void digits_by_ballot(int* out, const int* key) {
  __shared__ int count[16];
  const int i = threadIdx.x;
  if (i < 16) count[i] = 0;
  __syncthreads();
  int v = key[i];
  for (int shift = 0; shift < 8; shift += 4) {
    const int digit = v >> shift & 15;
    for (int d = 0; d < 16; ++d) {
      const unsigned those = __ballot_sync(~0u, digit == d);
      if (i % 32 == d && those) atomicAdd(&count[d], __popc(those));
    }
    __syncthreads();
    if (i < 16) out[shift * 4 + i] = count[i];
    __syncthreads();
  }
}

__global__ void runs(int* out, int* lengths, const int* key, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i == 0 || key[i] != key[i - 1]) {
    int k = i;
    while (k < n && key[k] == key[i]) ++k;
    lengths[i] = k - i;
  } else {
    out[i] = key[i];
  }
}

__global__ void scans_of_tiles(int* out, const int* value) {
  __shared__ int sums[8];
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<16>(block);
  const int i = threadIdx.x;
  const int mine = cg::inclusive_scan(tile, value[i]);
  if (tile.thread_rank() == 15) sums[tile.meta_group_rank()] = mine;
  block.sync();
  if (i < 8) {
    const auto few = cg::coalesced_threads();
    sums[i] = cg::exclusive_scan(few, sums[i], cg::plus<int>());
  }
  block.sync();
  out[i] = mine + sums[tile.meta_group_rank()];
}

__global__ void largest_of_groups(int* out, const int* key, const int* value) {
  const int i = threadIdx.x;
  int left = key[i] + 1;
  while (true) {
    const auto here = cg::coalesced_threads();
    const int most = cg::reduce(here, value[i], cg::greater<int>());
    if (value[i] == most) out[i] = left;
    if (--left == 0) break;
  }
  out[128 + i] = value[i];
}

int main() {
  constexpr int n = 8192;
  int* value = filled<int>(n, [](size_t i) { return int((i * 2654435761u >> 10) % 50); });
  int* flag = filled<int>(n, [](size_t i) { return int(i * i % 7 == 1); });
  int* few = filled<int>(n, [](size_t i) { return int((i * 40503 >> 6) % 6); });
  int* runs_of = filled<int>(n, [](size_t i) { return int(i / 9 % 5 + i / 31); });
  int* first = filled<int>(65, [](size_t i) { return int(i * 37 + i * i % 29); });
  float* a = filled<float>(n, [](size_t i) { return float(i % 13); });
  int* out = zeros<int>(n);
  measured("by flags", out, n, [&] { by_flags<<<4, 128>>>(out, value, flag); });
  measured("sorted tiles of 8", out, n, [&] { sorted_tiles<8><<<4, 128>>>(out, value); });
  measured("sorted tiles of 32", out, n, [&] { sorted_tiles<32><<<4, 128>>>(out, value); });
  measured("rows by warps", (float*)out, n, [&] { rows_by_warps<<<8, 256>>>((float*)out, first, value, a, a + 64, 61); });
  measured("digits by ballot", out, n, [&] { digits_by_ballot<<<1, 128>>>(out, value); });
  measured("runs", out, n, [&] { runs<<<4, 128>>>(out, out + 1024, runs_of, 500); });
  measured("scans of tiles", out, n, [&] { scans_of_tiles<<<1, 128>>>(out, value); });
  measured("largest of groups", out, n, [&] { largest_of_groups<<<1, 64>>>(out, few, value); });
  return finish();
}
