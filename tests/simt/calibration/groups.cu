// Calibration: groups smaller than a warp meet, and the warp goes on as one behind them, or not.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "calibration.cuh"

namespace cg = cooperative_groups;

template <unsigned size>
__global__ void tile_shuffles(float* out, const float* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
  float v = a[i];
  for (int offset = size / 2; offset > 0; offset /= 2) v += tile.shfl_down(v, offset);
  out[i] = v;
}

template <unsigned size>
__global__ void tile_sync_exchange(float* out, const float* a) {
  __shared__ float s[256];
  const int i = threadIdx.x;
  const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
  s[i] = a[i];
  tile.sync();
  out[i] = s[i ^ 1];
  tile.sync();
  s[i] = out[i] + 1;
  tile.sync();
  out[i + 256] = s[i ^ 2];
}

template <unsigned size>
__global__ void tile_counts(float* out, const float* a, const int* counts) {
  const int i = threadIdx.x;
  const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
  float v = 0;
#pragma unroll 1
  for (int k = 0; k < counts[i / size]; ++k) v += tile.shfl(a[k * 64 + i], 0);
  out[i] = v;
}

template <unsigned size>
__global__ void tile_branches(float* out, const float* a, const float* b) {
  const int i = threadIdx.x;
  const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
  float v;
  if (tile.meta_group_rank() % 2) {
    v = tile.shfl(a[i], 1);
    out[i + 64] = v;
  } else {
    v = b[i];
  }
  out[i] = v;
}

template <unsigned size>
__global__ void tile_leaves(float* out, const float* a) {
  const int i = threadIdx.x;
  const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
  if (tile.meta_group_rank() == 1) return;
  float v = tile.shfl_xor(a[i], 1);
  out[i] = v;
  v += tile.shfl_xor(v, 2);
  out[i + 64] = v;
}

template <unsigned size>
__global__ void tile_reduces(int* out, const int* a) {
  const int i = threadIdx.x;
  const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
  out[i] = cg::reduce(tile, a[i], cg::plus<int>());
  out[i + 64] = cg::inclusive_scan(tile, a[i]);
}

template <unsigned size>
__global__ void tile_while_any(int* out, const int* key) {
  const int i = threadIdx.x;
  const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
  int v = key[i];
  while (tile.any(v > 0)) {
    out[64 * v + i] = v;
    --v;
    if (v < 0) v = 0;
  }
  out[i] = 1;
}

__global__ void tiles_of_tiles(float* out, const float* a) {
  const int i = threadIdx.x;
  const auto large = cg::tiled_partition<16>(cg::this_thread_block());
  const auto small = cg::tiled_partition<4>(large);
  const float v = small.shfl(a[i], 0);
  out[i] = v;
  out[i + 64] = large.shfl(v, 3);
}

__global__ void labels(int* out, const int* key) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto group = cg::labeled_partition(cg::coalesced_threads(), key[i % 64]);
  const int first = group.shfl(i, 0);
  out[i] = first;
  group.sync();
  out[i + 1024] = int(group.size());
}

__global__ void halves_by_value(int* out, const int* key) {
  const int i = threadIdx.x;
  const auto group = cg::binary_partition(cg::coalesced_threads(), key[i] % 2 == 0);
  out[i] = group.shfl(i, 0);
  out[i + 64] = int(group.thread_rank());
}

__global__ void coalesced_in_branch(int* out, const int* key) {
  const int i = threadIdx.x;
  int v = key[i];
  if (v & 1) {
    const auto group = cg::coalesced_threads();
    v = group.shfl(v, 0);
    out[i] = v;
    group.sync();
    out[i + 64] = int(group.size());
  }
  out[i + 128] = v;
}

__global__ void coalesced_in_both_branches(int* out, const int* key) {
  const int i = threadIdx.x;
  int v = key[i];
  if (v & 1) {
    const auto group = cg::coalesced_threads();
    out[i] = v = group.shfl(v, 0);
  } else {
    const auto group = cg::coalesced_threads();
    out[i + 64] = v = group.shfl(v, 1);
  }
  out[i + 128] = v;
}

__global__ void coalesced_in_loop(int* out, const int* counts) {
  const int i = threadIdx.x;
  int v = i;
#pragma unroll 1
  for (int k = 0; k < counts[i]; ++k) {
    const auto group = cg::coalesced_threads();
    v += group.shfl(v, 0);
    out[k * 64 + i] = v;
  }
  out[1024 + i] = v;
}

__global__ void coalesced_in_some_rounds(int* out, const int* key) {
  const int i = threadIdx.x;
  int v = i;
#pragma unroll 1
  for (int k = 0; k < 6; ++k) {
    if ((key[i] + k) % 3 == 0) {
      const auto group = cg::coalesced_threads();
      if (group.thread_rank() == 0) atomicAdd(&out[2048 + k], int(group.size()));
      v += group.shfl(v, 0);
    }
    out[k * 64 + i] = v;
  }
}

__global__ void match_leaders(int* out, const int* key) {
  const int i = threadIdx.x, lane = i % 32;
  const unsigned same = __match_any_sync(~0u, key[i]);
  const int leader = __ffs(same) - 1;
  int place = 0;
  if (lane == leader) place = atomicAdd(&out[key[i]], __popc(same));
  place = __shfl_sync(same, place, leader);
  out[64 + i] = place;
}

__global__ void match_leaders_store(int* out, const int* key) {
  const int i = threadIdx.x, lane = i % 32;
  const unsigned same = __match_any_sync(~0u, key[i]);
  const int leader = __ffs(same) - 1;
  if (lane == leader) out[key[i]] = i;
  __syncwarp(same);
  out[64 + i] = key[i];
}

__global__ void one_key_at_a_time(int* out, const int* key) {
  const int i = threadIdx.x;
  bool done = false;
  while (!done) {
    const unsigned active = __activemask();
    const int leader = __ffs(active) - 1;
    const int chosen = __shfl_sync(active, key[i], leader);
    if (key[i] == chosen) {
      out[64 + i] = chosen;
      done = true;
    }
  }
  out[i] = 1;
}

__global__ void aggregated(int* out, const int* key) {
  const int i = threadIdx.x;
  if (key[i] % 3 == 0) {
    const auto active = cg::coalesced_threads();
    int place;
    if (active.thread_rank() == 0) place = atomicAdd(out, int(active.size()));
    place = active.shfl(place, 0) + int(active.thread_rank());
    out[64 + place] = i;
  }
}

__global__ void half_masks(float* out, const float* a) {
  const int i = threadIdx.x;
  const unsigned mask = i % 32 < 16 ? 0xffffu : 0xffff0000u;
  float v = a[i];
  v += __shfl_xor_sync(mask, v, 8);
  v += __shfl_xor_sync(mask, v, 4);
  out[i] = v;
}

__global__ void half_syncs(float* out, const float* a) {
  __shared__ float s[64];
  const int i = threadIdx.x;
  s[i] = a[i];
  __syncwarp(i % 32 < 16 ? 0xffffu : 0xffff0000u);
  out[i] = s[i ^ 1];
}

__global__ void half_syncs_in_branches(float* out, const float* a) {
  __shared__ float s[64];
  const int i = threadIdx.x;
  if (i % 32 < 16) {
    s[i] = a[i];
    __syncwarp(0xffff);
    out[i] = s[i ^ 1];
  } else {
    s[i] = a[i + 64];
    __syncwarp(0xffff0000);
    out[i + 64] = s[i ^ 3];
  }
  out[i + 128] = 1;
}

__global__ void half_loops(float* out, const float* a) {
  const int i = threadIdx.x;
  const bool low = i % 32 < 16;
  const unsigned mask = low ? 0xffffu : 0xffff0000u;
  float v = 0;
#pragma unroll 1
  for (int k = 0; k < (low ? 3 : 5); ++k) {
    v += __shfl_xor_sync(mask, a[k * 64 + i], 1);
    out[1024 + k * 64 + i] = v;
  }
  out[i] = v;
}

__global__ void half_votes(int* out, const int* key) {
  const int i = threadIdx.x;
  const unsigned mask = i % 32 < 16 ? 0xffffu : 0xffff0000u;
  const unsigned votes = __ballot_sync(mask, key[i] & 1);
  out[i] = int(votes);
  if (votes & 1u << (i % 32)) out[64 + i] = __popc(votes);
  out[128 + i] = __all_sync(mask, key[i] < 100);
}

__global__ void half_sums(int* out, const int* key) {
  const int i = threadIdx.x;
  const unsigned mask = i % 32 < 16 ? 0xffffu : 0xffff0000u;
  out[i] = __reduce_add_sync(mask, key[i]);
  out[64 + i] = __reduce_max_sync(mask, key[i]);
}

__global__ void votes_choose(int* out, const int* key) {
  const int i = threadIdx.x;
  if (__any_sync(~0u, key[i] == 3)) out[i] = 1;
  const unsigned members = __ballot_sync(~0u, key[i] % 3 == 0);
  if (members >> (i % 32) & 1) {
    const int sum = __reduce_add_sync(members, key[i]);
    out[64 + i] = sum;
  }
  out[128 + i] = 2;
}

__global__ void active_lanes(int* out, const int* key) {
  const int i = threadIdx.x;
  if (key[i] & 1) out[i] = int(__activemask());
  out[64 + i] = int(__activemask());
}

__global__ void sync_in_loop(float* out, const float* a) {
  __shared__ float s[64];
  const int i = threadIdx.x;
#pragma unroll 1
  for (int k = 0; k < 4; ++k) {
    if (i % 32 < 8 * k + 8) s[i] = a[k * 64 + i];
    __syncwarp();
    out[k * 64 + i] = s[i ^ 1];
    __syncwarp();
  }
}

__global__ void warp_of_a_block(float* out, const float* a) {
  __shared__ float s[64];
  const int i = threadIdx.x;
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  s[i] = a[i];
  warp.sync();
  if (warp.thread_rank() < 10) {
    const auto some = cg::coalesced_threads();
    s[i] += some.shfl(s[i], 3);
  }
  warp.sync();
  out[i] = s[i ^ 1];
}

__global__ void elected_lane(float* out, const float* a) {
  const int i = threadIdx.x;
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  float v = a[i];
  if (tile.thread_rank() == 0) v += out[1024 + i];
  v = tile.shfl(v, 0);
  if (tile.thread_rank() == 0) out[512 + i / 8] = v;
  out[i] = v;
}

__device__ float sum_of_tile(const cg::thread_block_tile<8>& tile, float v) {
  for (int offset = 4; offset > 0; offset /= 2) v += tile.shfl_xor(v, offset);
  return v;
}

__global__ void tile_in_function(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  float v = a[i];
  if (key[i / 8] & 1) v = sum_of_tile(tile, v);
  out[i] = v;
  v = sum_of_tile(tile, v + 1);
  out[i + 64] = v;
}

__global__ void rows_of_matrix(float* out, const float* a, const int* first) {
  const auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 4;
  float sum = 0;
#pragma unroll 1
  for (int k = first[row] + int(tile.thread_rank()); k < first[row + 1]; k += 4) sum += a[k];
  for (int offset = 2; offset > 0; offset /= 2) sum += tile.shfl_down(sum, offset);
  if (tile.thread_rank() == 0) out[row] = sum;
}

int main() {
  float* out = zeros<float>(16384);
  float* a = zeros<float>(16384);
  int* ints = reinterpret_cast<int*>(out);
  int* key = filled<int>(256, [](size_t i) { return int(i * 7 % 11); });
  int* few = filled<int>(256, [](size_t i) { return int(i * 5 % 4); });
  int* counts = filled<int>(256, [](size_t i) { return int(i * 5 % 8); });
  label("tile of 2: shuffles"), tile_shuffles<2><<<4, 128>>>(out, a);
  label("tile of 4: shuffles"), tile_shuffles<4><<<4, 128>>>(out, a);
  label("tile of 8: shuffles"), tile_shuffles<8><<<4, 128>>>(out, a);
  label("tile of 16: shuffles"), tile_shuffles<16><<<4, 128>>>(out, a);
  label("tile of 4: sync"), tile_sync_exchange<4><<<1, 256>>>(out, a);
  label("tile of 16: sync"), tile_sync_exchange<16><<<1, 256>>>(out, a);
  label("tile of 4: counts"), tile_counts<4><<<1, 64>>>(out, a, counts);
  label("tile of 8: counts"), tile_counts<8><<<1, 64>>>(out, a, counts);
  label("tile of 8: branches"), tile_branches<8><<<1, 64>>>(out, a, a + 64);
  label("tile of 16: branches"), tile_branches<16><<<1, 64>>>(out, a, a + 64);
  label("tile of 8: one leaves"), tile_leaves<8><<<1, 64>>>(out, a);
  label("tile of 16: one leaves"), tile_leaves<16><<<1, 64>>>(out, a);
  label("tile of 4: reduce and scan"), tile_reduces<4><<<1, 64>>>(ints, key);
  label("tile of 16: reduce and scan"), tile_reduces<16><<<1, 64>>>(ints, key);
  label("tile of 4: while any"), tile_while_any<4><<<1, 64>>>(ints, key);
  label("tile of 16: while any"), tile_while_any<16><<<1, 64>>>(ints, key);
  label("tiles of tiles"), tiles_of_tiles<<<1, 64>>>(out, a);
  label("labels"), labels<<<4, 128>>>(ints, few);
  label("labels of eleven"), labels<<<4, 128>>>(ints, key);
  label("halves by value"), halves_by_value<<<1, 64>>>(ints, key);
  label("coalesced in branch"), coalesced_in_branch<<<1, 64>>>(ints, key);
  label("coalesced in both branches"), coalesced_in_both_branches<<<1, 64>>>(ints, key);
  label("coalesced in loop"), coalesced_in_loop<<<1, 64>>>(ints, counts);
  label("coalesced in some rounds"), coalesced_in_some_rounds<<<1, 64>>>(ints, key);
  label("match: leaders add"), match_leaders<<<1, 64>>>(ints, few);
  label("match: leaders store"), match_leaders_store<<<1, 64>>>(ints, few);
  label("one key at a time"), one_key_at_a_time<<<1, 64>>>(ints, few);
  label("aggregated atomic"), aggregated<<<1, 64>>>(ints, key);
  label("half masks: shuffles"), half_masks<<<1, 64>>>(out, a);
  label("half masks: sync"), half_syncs<<<1, 64>>>(out, a);
  label("half masks: sync in branches"), half_syncs_in_branches<<<1, 64>>>(out, a);
  label("half masks: loops"), half_loops<<<1, 64>>>(out, a);
  label("half masks: votes"), half_votes<<<1, 64>>>(ints, key);
  label("half masks: sums"), half_sums<<<1, 64>>>(ints, key);
  label("votes choose"), votes_choose<<<1, 64>>>(ints, key);
  label("active lanes"), active_lanes<<<1, 64>>>(ints, key);
  label("sync in loop"), sync_in_loop<<<1, 64>>>(out, a);
  label("warp of a block"), warp_of_a_block<<<1, 64>>>(out, a);
  label("elected lane"), elected_lane<<<1, 64>>>(out, a);
  label("tile in function"), tile_in_function<<<1, 64>>>(out, a, key);
  int* first = filled<int>(129, [](size_t i) { return int(i * i % 13 + 12 * i); });
  label("rows of a matrix"), rows_of_matrix<<<4, 128>>>(out, a, first);
  return finish();
}
