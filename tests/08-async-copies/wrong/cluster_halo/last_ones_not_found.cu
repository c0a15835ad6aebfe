// The last elements of the left neighbour are looked for where they would lie without its own halo.
// fails: Correctness.WholeClusters: as if in[224] to in[239] stood to its left, and not in[240] to in[255]
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int threads = 256, halo = 16, blocks_of_a_cluster = 8;

__global__ void __cluster_dims__(8, 1, 1) cluster_halo_kernel(int* out, const int* in, int count) {
  __shared__ int tile[threads + 2 * halo];
  const auto cluster = cg::this_cluster();
  const int rank = int(cluster.block_rank()), me = threadIdx.x, i = blockIdx.x * threads + me;
  tile[halo + me] = i < count ? in[i] : 0;
  cluster.sync();
  if (me < halo) {
    const int left = i - halo;
    if (rank > 0) tile[me] = cluster.map_shared_rank(tile, rank - 1)[threads - halo + me];
    else tile[me] = left >= 0 && left < count ? in[left] : 0;
  } else if (me >= threads - halo) {
    const int right = i + halo;
    if (rank + 1 < blocks_of_a_cluster)
      tile[2 * halo + me] = cluster.map_shared_rank(tile, rank + 1)[me - (threads - halo) + halo];
    else tile[2 * halo + me] = right < count ? in[right] : 0;
  }
  cluster.sync();
  if (i >= count) return;
  int sum = 0;
  for (int k = 0; k <= 2 * halo; ++k) sum += tile[me + k];
  out[i] = sum;
}

void cluster_halo(int* out, const int* in, int count) {
  const int blocks = (count - 1) / threads + 1;
  const int whole = (blocks + blocks_of_a_cluster - 1) / blocks_of_a_cluster * blocks_of_a_cluster;
  cluster_halo_kernel<<<whole, threads>>>(out, in, count);
}
