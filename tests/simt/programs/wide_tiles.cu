// Tiles of more than a warp: their barrier, votes, reductions.
// environment: SIMT_CHECK=race,uninitialized
// prints: sums 2016 6112 10208 14304 of 4
// prints: votes 1 0 0 1, shuffled 5 69
// prints: exchanged 63 0
// expect: race shared line 41 says "writes the shared array numbers"
// notes: race global line 23 says "both write the same value"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sums(int* out) {
  __shared__ cg::block_tile_memory<256> memory;
  const cg::thread_block block = cg::this_thread_block(memory);
  const auto tile = cg::tiled_partition<64>(block);
  const int sum = cg::reduce(tile, int(threadIdx.x), cg::plus<int>());
  const int some = tile.any(threadIdx.x == 3), every = tile.all(threadIdx.x >= 64), sixth = tile.shfl(int(threadIdx.x), 5);
  if (tile.thread_rank() != 9) return;
  out[tile.meta_group_rank()] = sum;
  out[4] = int(tile.meta_group_size());
  out[5 + tile.meta_group_rank()] = some + 2 * every + 4 * sixth;
}

// Two tiles of 64 go different ways, each with its own barriers.
__global__ void exchanged(int* out) {
  __shared__ int numbers[128];
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  if (tile.meta_group_rank() == 1) return;
  numbers[threadIdx.x] = int(threadIdx.x);
  tile.sync();
  out[threadIdx.x] = numbers[63 - threadIdx.x];
}

// Each tile waits for itself only.
__global__ void races(int* out) {
  __shared__ int numbers[128];
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  numbers[threadIdx.x] = int(threadIdx.x);
  if (threadIdx.x < 64) tile.sync();
  out[threadIdx.x] = numbers[127 - threadIdx.x];
}

int main() {
  int* out;
  cudaMallocManaged(&out, 256 * sizeof(int));
  sums<<<1, 256>>>(out);
  cudaDeviceSynchronize();
  printf("sums %d %d %d %d of %d\n", out[0], out[1], out[2], out[3], out[4]);
  printf("votes %d %d %d %d, shuffled %d %d\n", out[5] & 1, out[5] >> 1 & 1, out[6] & 1, out[6] >> 1 & 1, out[5] >> 2,
      out[6] >> 2);
  exchanged<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  printf("exchanged %d %d\n", out[0], out[63]);
  races<<<1, 128>>>(out);
  cudaDeviceSynchronize();
}
