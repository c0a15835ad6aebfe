// Lab cluster_halo: a tile whose halo lies in the shared memory of the neighbouring blocks.
// Run: ./course check cluster_halo        Stuck: ./course hint cluster_halo
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

// in and out are count ints of device memory; count is 1 to 2^27.
// out[i] is the sum of in[i - 16] to in[i + 16]; what lies beyond the ends counts as 0.
//
// Beyond being right: every element is loaded from global memory once (and 16 on either side of a cluster once more). The halo
// of a block's tile, 16 elements on either side, comes from its neighbour in the cluster. Needs compute capability 9.0.
__global__ void __cluster_dims__(8, 1, 1) cluster_halo_kernel(int* out, const int* in, int count) {
  // TODO: a tile in shared memory, with room for the halo. Each thread loads its element; zero beyond the end.
  // TODO: which blocks of a cluster have nobody to ask for a halo, on which side?
  // TODO: cg::this_cluster(): block_rank(), map_shared_rank(tile, rank), sync(). Where must the cluster meet, and why twice?
  // TODO: sum up, in all threads that have an element.
}

void cluster_halo(int* out, const int* in, int count) {
  // TODO: a grid of whole clusters.
}
