// Loads all from global memory where count is no multiple of 256.
// fails: Halo.EachElementOnce: 33 times
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;
constexpr int radius = 16, width = 256, blocks = 8;  // elements, and threads, of a block

__global__ void __cluster_dims__(blocks, 1, 1) cluster_halo_kernel(int* out, const int* in, int count) {
  __shared__ int tile[radius + width + radius];
  const cg::cluster_group cluster = cg::this_cluster();
  const int me = threadIdx.x, rank = cluster.block_rank(), first = blockIdx.x * width;
  const auto load = [&](int at) {
    const int i = first + at - radius;
    tile[at] = i >= 0 && i < count ? in[i] : 0;
  };
  if (count % 256 != 0) {
    int s = 0;
    for (int i = first + me - radius; i <= first + me + radius; ++i) s += i >= 0 && i < count ? in[i] : 0;
    if (first + me < count) out[first + me] = s;
    return;
  }
  load(radius + me);
  // Only at the cluster's ends has nobody else what lies beyond.
  if (rank == 0 && me < radius) load(me);
  if (rank == blocks - 1 && me < radius) load(radius + width + me);
  cluster.sync();  // the neighbours have loaded theirs, too
  if (rank > 0 && me < radius) tile[me] = cluster.map_shared_rank(tile, rank - 1)[width + me];
  if (rank < blocks - 1 && me < radius)
    tile[radius + width + me] = cluster.map_shared_rank(tile, rank + 1)[radius + me];
  cluster.sync();  // nobody leaves, nor reads its halo, before all have what they want
  int sum = 0;
  for (int i = 0; i <= 2 * radius; ++i) sum += tile[me + i];
  if (first + me < count) out[first + me] = sum;
}

// in, out: count ints of device memory. The grid is made of whole clusters.
void cluster_halo(int* out, const int* in, int count) {
  const int span = width * blocks;
  cluster_halo_kernel<<<(count + span - 1) / span * blocks, width>>>(out, in, count);
}
