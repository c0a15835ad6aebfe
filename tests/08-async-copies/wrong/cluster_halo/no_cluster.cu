// Large tiles, and no cluster at all.
// fails: Halo.FromTheNeighbour: no kernel is launched in clusters
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void sums(int* out, const int* in, int n) {
  __shared__ int own[8224];
  const int first = blockIdx.x * 8192 - 16;
  for (int k = threadIdx.x; k < 8224; k += 256) own[k] = first + k >= 0 && first + k < n ? in[first + k] : 0;
  __syncthreads();
  for (int t = threadIdx.x; t < 8192; t += 256) {
    int s = 0;
    for (int k = t; k <= t + 32; ++k) s += own[k];
    if (first + 16 + t < n) out[first + 16 + t] = s;
  }
}

void cluster_halo(int* out, const int* in, int count) {
  sums<<<(count + 8191) / 8192, 256>>>(out, in, count);
}
