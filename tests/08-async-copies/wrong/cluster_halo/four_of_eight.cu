// The cluster has eight blocks, and its fourth looks for no neighbour.
// fails: Correctness.WholeClusters: count = 2048: out[1008] should be
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;
constexpr int radius = 16, width = 256, blocks = 8;

__global__ void __cluster_dims__(blocks, 1, 1) cluster_halo_kernel(int* out, const int* in, int count) {
  __shared__ int tile[radius + width + radius];
  const cg::cluster_group cluster = cg::this_cluster();
  const int me = threadIdx.x, rank = cluster.block_rank(), first = blockIdx.x * width;
  const auto load = [&](int at) {
    const int i = first + at - radius;
    tile[at] = i >= 0 && i < count ? in[i] : 0;
  };
  load(radius + me);
  if (rank == 0 && me < radius) load(me);
  if (rank == blocks - 1 && me < radius) load(radius + width + me);
  cluster.sync();
  if (rank > 0 && me < radius) tile[me] = cluster.map_shared_rank(tile, rank - 1)[width + me];
  if (rank < blocks - 1 && rank != 3 && me < radius)
    tile[radius + width + me] = cluster.map_shared_rank(tile, rank + 1)[radius + me];
  cluster.sync();
  int sum = 0;
  for (int i = 0; i <= 2 * radius; ++i) sum += tile[me + i];
  if (first + me < count) out[first + me] = sum;
}

void cluster_halo(int* out, const int* in, int count) {
  const int span = width * blocks;
  cluster_halo_kernel<<<(count + span - 1) / span * blocks, width>>>(out, in, count);
}
