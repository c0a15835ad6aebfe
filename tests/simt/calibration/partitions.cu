// Held out: lanes find their like: partitions, coalesced groups in loops, matching lanes, one leader's atomic.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "results.cuh"

namespace cg = cooperative_groups;

__global__ void sums_by_label(int* sums, const int* key, const int* value, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const auto group = cg::labeled_partition(cg::coalesced_threads(), key[i]);
  const int sum = cg::reduce(group, value[i], cg::plus<int>());
  if (group.thread_rank() == 0) atomicAdd(&sums[key[i]], sum);
}

__global__ void split(int* out, const int* key) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const bool low = key[i] < 4;
  const auto part = cg::binary_partition(warp, low);
  const int place = (low ? 0 : 32 - int(part.size())) + int(part.thread_rank());
  out[i - threadIdx.x % 32 + place] = key[i];
}

// Work of different length, and who is still there counts the round.
__global__ void rounds(int* counts, int* out, const int* length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int left = length[i], done = 0;
  while (left > 0) {
    const auto here = cg::coalesced_threads();
    if (here.thread_rank() == 0) atomicAdd(&counts[done], int(here.size()));
    left -= 1 + (left & 1);
    ++done;
  }
  out[i] = done;
}

__global__ void histogram_by_leaders(int* bins, const int* key, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned same = __match_any_sync(__activemask(), key[i]);
    const int leader = __ffs(same) - 1;
    if (int(threadIdx.x % 32) == leader) atomicAdd(&bins[key[i]], __popc(same));
  }
}

__global__ void compacted(int* out, int* count, const int* key, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && key[i] % 3 == 1) {
    const auto group = cg::coalesced_threads();
    int first = 0;
    if (group.thread_rank() == 0) first = atomicAdd(count, int(group.size()));
    const int place = group.shfl(first, 0) + int(group.thread_rank());
    out[place] = 1;
  }
}

__global__ void compacted_by_ballot(int* out, int* count, const int* key) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = i & 31;
  const int value = key[i];
  const unsigned chosen = __ballot_sync(~0u, value > 5);
  int first = 0;
  if (lane == 0 && chosen) first = atomicAdd(count, __popc(chosen));
  first = __shfl_sync(~0u, first, 0);
  if (value > 5) out[first + __popc(chosen & ((1u << lane) - 1))] = 1;
}

__global__ void match_and_reduce(int* out, const int* key, const int* value) {
  const int i = threadIdx.x;
  const unsigned same = __match_any_sync(~0u, key[i]);
  const int sum = __reduce_add_sync(same, value[i]);
  if ((same & ((1u << (i % 32)) - 1)) == 0) out[i] = sum;
  __syncwarp();
  out[64 + i] = out[__ffs(same) - 1 + (i & ~31)];
}

__global__ void halves_of_tiles(int* out, const int* key) {
  const int i = threadIdx.x;
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  if (key[i] & 1) {
    const auto group = cg::coalesced_threads();
    out[i] = int(group.size());
  }
  const auto part = cg::binary_partition(tile, key[i] > 2);
  const int best = cg::reduce(part, key[i], cg::greater<int>());
  out[64 + i] = best;
  if (part.thread_rank() == 0) out[128 + i] = best * int(part.size());
}

int main() {
  constexpr int n = 4096;
  int* key = filled<int>(n, [](size_t i) { return int((i * 2654435761u >> 9) % 9); });
  int* runs = filled<int>(n, [](size_t i) { return int(i / 5 % 9); });
  int* value = filled<int>(n, [](size_t i) { return int(i % 23); });
  int* out = zeros<int>(n + 16);
  measured("sums by label", out, n, [&] { sums_by_label<<<4, 128>>>(out, key, value, 500); });
  measured("sums by label of runs", out, n, [&] { sums_by_label<<<4, 96>>>(out, runs, value, 384); });
  measured("split", out, n, [&] { split<<<4, 128>>>(out, key); });
  measured("rounds", out, n, [&] { rounds<<<2, 128>>>(out, out + 64, value); });
  measured("histogram by leaders", out, n, [&] { histogram_by_leaders<<<2, 128>>>(out, key, 1000); });
  measured("histogram by leaders, even", out, n, [&] { histogram_by_leaders<<<4, 64>>>(out, runs, 1024); });
  measured("compacted", out, n, [&] { compacted<<<4, 128>>>(out, out + n - 1, key, 490); });
  measured("compacted by ballot", out, n, [&] { compacted_by_ballot<<<4, 128>>>(out, out + n - 1, key); });
  measured("match and reduce", out, n, [&] { match_and_reduce<<<1, 64>>>(out, key, value); });
  measured("halves of tiles", out, n, [&] { halves_of_tiles<<<1, 64>>>(out, key); });
  return finish();
}
