// Cooperative groups: the block, tiles of it, and whoever came.
// expect: clean
// environment: SIMT_CHECK=all
// prints: 496 28 120 16
// prints: ranks 0 1 ballot 5 up 5
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void groups(int* out) {
  __shared__ int tile[64];
  cg::thread_block block = cg::this_thread_block();
  tile[block.thread_rank()] = block.thread_rank();
  block.sync();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  auto eight = cg::tiled_partition<8>(block);
  const int of_warp = cg::reduce(warp, tile[block.thread_rank()], cg::plus<int>());
  const int of_eight = cg::reduce(eight, tile[block.thread_rank()], cg::plus<int>());
  int odd = 0, counted = 0;
  if (block.thread_rank() % 2 && block.thread_rank() < 32) {
    cg::coalesced_group some = cg::coalesced_threads();
    odd = some.thread_rank();
    odd = cg::reduce(some, odd, cg::plus<int>());
    counted = some.size();
  }
  if (block.thread_rank() == 0) out[0] = of_warp, out[1] = of_eight;
  if (block.thread_rank() == 1) out[2] = odd, out[3] = counted;
  auto four = cg::tiled_partition<4>(cg::this_thread_block());
  const unsigned votes = four.ballot(four.thread_rank() % 2 == 0);
  const int up = four.shfl_up(int(block.thread_rank()), 1);
  if (block.thread_rank() == 6) out[4] = votes, out[5] = up;
  if (block.thread_rank() == 5) out[6] = four.thread_rank(), out[7] = four.meta_group_rank();
}

int main() {
  int *out, host[8];
  cudaMalloc(&out, sizeof host);
  groups<<<1, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\nranks %d %d ballot %d up %d\n", host[0], host[1], host[2], host[3], host[7] - 1, host[6], host[4], host[5]);
  return cudaDeviceSynchronize();
}
