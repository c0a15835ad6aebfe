// What can be wrong with another block's shared memory: a race over it, the block that has not begun or has ended, the end of
// an array, bytes that nobody has written, a rank that there is not.
// environment: SIMT_CHECK=race,uninitialized
// expect: race shared line 31 says "block (1,0), thread (0,0) writes the shared array mine of block (0,0) at byte 0"
// expect: sync shared line 39 says "reaches the shared array mine of block (1,0) at byte 0, clusters_wrong.cu line 39, which may not have begun"
// expect: sync shared line 48 block (1,0,0) says "which has ended: it must wait at a cluster.sync()"
// expect: sync shared line 57 block (1,0,0) says "ends while another block of its cluster reaches its shared memory"
// expect: out-of-bounds shared line 65 says "reads 4 bytes past the end of the shared array mine of block (1,0) at byte 16, which has 16"
// expect: uninitialized shared line 73 says "the shared array mine of block (1,0) at byte 0"
// expect: trap line 79 says "map_shared_rank() with a rank that its cluster does not have"
// expect: invalid-configuration says "its grid (3×1 = 3 blocks) is not made of whole clusters of 2×1 = 2"
// expect: invalid-configuration says "a cluster has at most 8 blocks"
// expect: invalid-configuration says "have another shape than the kernel's __cluster_dims__"
// prints: cudaErrorInvalidClusterSize cudaErrorInvalidClusterSize cudaErrorInvalidClusterSize
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) races(int* out) {
  __shared__ int mine;
  const auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) mine = 0;
  cluster.sync();
  int* theirs = cluster.map_shared_rank(&mine, cluster.block_rank() ^ 1);
  // No barrier between the two.
  if (threadIdx.x == 0 && cluster.block_rank() == 0) out[0] = mine;
  __syncthreads();
  __threadfence();
  if (threadIdx.x == 0 && cluster.block_rank() == 1) *theirs = 1;
  cluster.sync();
}

__global__ void __cluster_dims__(2) too_early(int* out) {
  __shared__ int mine;
  const auto cluster = cg::this_cluster();
  if (threadIdx.x == 0 && cluster.block_rank() == 0)
    *cluster.map_shared_rank(&mine, 1) = 1;
  cluster.sync();
}

__global__ void __cluster_dims__(2) too_late(int* out) {
  __shared__ int mine;
  const auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) mine = 0;
  cluster.sync();
  if (threadIdx.x == 0) out[blockIdx.x] = *cluster.map_shared_rank(&mine, cluster.block_rank() ^ 1);
}

// Only block 0 reaches the other, which does not wait for it.
__global__ void __cluster_dims__(2) leaves(int* out) {
  __shared__ int mine;
  const auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) mine = 0;
  cluster.sync();
  if (threadIdx.x == 0 && cluster.block_rank() == 0) out[0] = *cluster.map_shared_rank(&mine, 1);
}

__global__ void __cluster_dims__(2) outside(int* out) {
  __shared__ int mine[4];
  const auto cluster = cg::this_cluster();
  if (threadIdx.x < 4) mine[threadIdx.x] = 0;
  cluster.sync();
  if (threadIdx.x == 0 && cluster.block_rank() == 0) out[0] = cluster.map_shared_rank(mine, 1)[4];
  cluster.sync();
}

__global__ void __cluster_dims__(2) unwritten(int* out) {
  __shared__ int mine;
  const auto cluster = cg::this_cluster();
  cluster.sync();
  if (threadIdx.x == 0 && cluster.block_rank() == 0) out[0] = *cluster.map_shared_rank(&mine, 1);
  cluster.sync();
}

__global__ void __cluster_dims__(2) no_such_rank(int* out) {
  __shared__ int mine;
  out[0] = *cg::this_cluster().map_shared_rank(&mine, 2);
}

__global__ void __cluster_dims__(9) too_many() {}

int main() {
  int* out;
  cudaMalloc(&out, 64);
  races<<<2, 32>>>(out);
  too_early<<<2, 32>>>(out);
  too_late<<<2, 32>>>(out);
  leaves<<<2, 32>>>(out);
  unwritten<<<2, 32>>>(out);
  unwritten<<<3, 32>>>(out);
  const cudaError_t of_three = cudaGetLastError();
  too_many<<<9, 32>>>();
  const cudaError_t of_nine = cudaGetLastError();
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 4;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = 4;
  config.blockDim = 32;
  config.attrs = &attribute;
  config.numAttrs = 1;
  const cudaError_t of_another = cudaLaunchKernelEx(&config, unwritten, out);
  printf("%s %s %s\n", cudaGetErrorName(of_three), cudaGetErrorName(of_nine), cudaGetErrorName(of_another));
  no_such_rank<<<2, 32>>>(out);
  cudaDeviceSynchronize();
  cudaDeviceReset();
  cudaMalloc(&out, 64);
  outside<<<2, 32>>>(out);
  cudaDeviceSynchronize();
}
