// Scans, asynchronous copies, partitions by label, tiles of tiles, and functions that take a group of any kind.
// environment: SIMT_CHECK=all
// prints: inclusive 1 3 6 10 1 3 6 10
// prints: exclusive 0 1 3 6 0 1 3 6
// prints: largest so far 3 3 9 9 2 7 7 8
// prints: coalesced 0 0 1 1 2 2 3 3
// prints: labels 11 11 10 11 11 10 11 11
// prints: tile of tile 0 0 1 1 0 0 1 1, size 2 of 4
// prints: any kind 64 8 6
// prints: copied 2016
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstdio>

namespace cg = cooperative_groups;

__device__ int size_of(cg::thread_group group) {
  group.sync();
  return int(group.size());
}

__global__ void scans(const int* in, int* out) {
  const cg::thread_block block = cg::this_thread_block();
  const auto four = cg::tiled_partition<4>(block);
  const int i = threadIdx.x;
  out[i] = cg::inclusive_scan(four, i % 4 + 1);
  out[64 + i] = cg::exclusive_scan(four, i % 4 + 1, cg::plus<int>());
  out[128 + i] = cg::inclusive_scan(four, in[i], [](int a, int b) { return a > b ? a : b; });
  if (i % 2) out[192 + i] = int(cg::exclusive_scan(cg::coalesced_threads(), 1u));
  else out[192 + i] = cg::exclusive_scan(cg::coalesced_threads(), 1);
  const auto warp = cg::tiled_partition<32>(block);
  out[256 + i] = int(cg::labeled_partition(warp, i % 3).size()) ;
  const auto pair = cg::tiled_partition<2>(four);
  out[320 + i] = int(pair.meta_group_rank()) + 100 * int(pair.meta_group_size()) + 1000 * int(four.size());
  out[384 + i] = size_of(block);
  out[448 + i] = size_of(cg::tiled_partition(block, 8));
  out[512 + i] = i % 6 == 0 ? size_of(cg::coalesced_threads()) : 0;
}

__global__ void staged(const int* in, int* out) {
  __shared__ int tile[64];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, sizeof(int) * 64);
  cg::wait(block);
  int sum = 0;
  for (int i = 0; i < 64; ++i) sum += tile[(i + threadIdx.x) % 64];
  out[threadIdx.x] = sum;
}

int main() {
  int *in, *out, host[576], values[64];
  const int pattern[8] = {3, 1, 9, 2, 2, 7, 1, 8};
  for (int i = 0; i < 64; ++i) values[i] = i < 8 ? pattern[i] : i;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  scans<<<1, 64>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  const char* names[] = {"inclusive", "exclusive", "largest so far", "coalesced", "labels"};
  for (int row = 0; row < 5; ++row) {
    printf("%s", names[row]);
    for (int i = 0; i < 8; ++i) printf(" %d", host[row * 64 + i]);
    printf("\n");
  }
  printf("tile of tile");
  for (int i = 0; i < 8; ++i) printf(" %d", host[320 + i] % 100);
  printf(", size %d of %d\n", host[320] % 1000 / 100, host[320] / 1000);
  printf("any kind %d %d %d\n", host[384], host[448], host[512 + 6]);
  for (int i = 0; i < 64; ++i) values[i] = i;
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  staged<<<1, 64>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("copied %d\n", host[63]);
}
