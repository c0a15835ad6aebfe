// In a cluster, but every block has a large tile, and loads its halo itself.
// fails: Halo.FromTheNeighbour: move between the blocks of a cluster
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void __cluster_dims__(4, 1, 1) sums(int* out, const int* in, int n) {
  __shared__ int own[4128];
  const auto all = cooperative_groups::this_cluster();
  const int first = blockIdx.x * 4096 - 16;
  for (int k = threadIdx.x; k < 4128; k += 256) own[k] = first + k >= 0 && first + k < n ? in[first + k] : 0;
  all.sync();
  for (int t = threadIdx.x; t < 4096; t += 256) {
    int s = 0;
    for (int k = t; k <= t + 32; ++k) s += own[k];
    if (first + 16 + t < n) out[first + 16 + t] = s;
  }
}

void cluster_halo(int* out, const int* in, int count) {
  sums<<<(count + 16383) / 16384 * 4, 256>>>(out, in, count);
}
