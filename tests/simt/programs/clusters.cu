// Clusters of blocks: their shape, their barrier, each other's shared memory; what ncu counts of that (tests/simt/calibration/clusters.cu).
// environment: SIMT_CHECK=race,uninitialized
// prints: shape ok 1
// prints: ring 1 2 3 0 5 6 7 4
// prints: histogram 256 256 256 256 sum 2048
// prints: by attribute 1 0 3 2 5 4
// prints: alone ok 1
// prints: dynamic 12 ranks 1
// prints: reduced 28 92
// counts: ring l1tex__t_requests_pipe_lsu_mem_dshared_op_ld.sum 8
// counts: ring l1tex__t_sectors_pipe_lsu_mem_dshared_op_ld.sum 8
// counts: histogram l1tex__t_requests_pipe_lsu_mem_dshared_op_atom.sum 64
// counts: alone l1tex__t_requests_pipe_lsu_mem_dshared_op_ld.sum none
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 2, 1) shape(int* wrong) {
  const auto cluster = cg::this_cluster();
  const dim3 in = cluster.block_index(), blocks = cluster.dim_blocks();
  bool right = blocks.x == 2 && blocks.y == 2 && blocks.z == 1 && cluster.num_blocks() == 4;
  right &= in.x == blockIdx.x % 2 && in.y == blockIdx.y % 2 && in.z == 0;
  right &= cluster.block_rank() == in.y * 2 + in.x;
  right &= cluster.num_threads() == 4 * 32 && cluster.thread_rank() == cluster.block_rank() * 32 + threadIdx.x;
  if (!right) atomicAdd(wrong, 1);
}

template <int size>
__global__ void __cluster_dims__(size) ring(int* out) {
  __shared__ int mine;
  const auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) mine = int(blockIdx.x);
  cluster.sync();
  const int* theirs = cluster.map_shared_rank(&mine, (cluster.block_rank() + 1) % size);
  if (threadIdx.x == 0) out[blockIdx.x] = *theirs;
  cluster.sync();
}

__cluster_dims__(4, 1, 1) __global__ void histogram(int* out) {
  __shared__ int bins[16];
  const auto cluster = cg::this_cluster();
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  cluster.sync();
  const int bin = int(threadIdx.x * 7 + blockIdx.x) % 64;
  atomicAdd(cluster.map_shared_rank(bins, bin / 16) + bin % 16, 1);
  cluster.sync();
  if (threadIdx.x < 16) atomicAdd(out + cluster.block_rank(), bins[threadIdx.x]);
}

__global__ void swaps(int* out) {
  __shared__ int box;
  const auto cluster = cg::this_cluster();
  cluster.sync();
  if (threadIdx.x == 0) *cluster.map_shared_rank(&box, cluster.block_rank() ^ 1) = int(blockIdx.x);
  cluster.sync();
  if (threadIdx.x == 0) out[blockIdx.x] = box;
}

__global__ void alone(int* wrong) {
  __shared__ int mine;
  const auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) mine = 1;
  cluster.sync();
  if (cluster.num_blocks() != 1 || cluster.block_rank() != 0 || *cluster.map_shared_rank(&mine, 0) != 1)
    atomicAdd(wrong, 1);
}

__global__ void __cluster_dims__(2) dynamic(int* out, int* ranks) {
  extern __shared__ int numbers[];
  const auto cluster = cg::this_cluster();
  numbers[threadIdx.x] = int(blockIdx.x * 10 + threadIdx.x);
  cluster.sync();
  int* const theirs = cluster.map_shared_rank(numbers, 1);
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *out = theirs[2];
    *ranks = cluster.query_shared_rank(theirs) == 1 && cluster.query_shared_rank(numbers) == 0;
  }
  auto token = cluster.barrier_arrive();
  cluster.barrier_wait(std::move(token));
}

// Block 0 of each cluster adds up what the others have written into its memory.
__global__ void __cluster_dims__(8) reduced(int* out) {
  __shared__ int parts[8];
  const auto cluster = cg::this_cluster();
  cluster.sync();
  if (threadIdx.x == 0) cluster.map_shared_rank(parts, 0)[cluster.block_rank()] = int(blockIdx.x);
  cluster.sync();
  if (cluster.block_rank() != 0 || threadIdx.x != 0) return;
  int sum = 0;
  for (int part : parts) sum += part;
  out[blockIdx.x / 8] = sum;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  const auto clear = [&] {
    for (int i = 0; i < 64; ++i) out[i] = 0;
  };
  const auto wait = [&] {
    if (cudaDeviceSynchronize() != cudaSuccess) printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  };
  clear();
  shape<<<dim3(4, 2), 32>>>(out);
  wait();
  printf("shape ok %d\n", out[0] == 0);
  ring<4><<<8, 32>>>(out);
  wait();
  printf("ring");
  for (int i = 0; i < 8; ++i) printf(" %d", out[i]);
  clear();
  histogram<<<8, 256>>>(out);
  wait();
  printf("\nhistogram %d %d %d %d sum %d\n", out[0] / 2, out[1] / 2, out[2] / 2, out[3] / 2,
      out[0] + out[1] + out[2] + out[3]);
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 2;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = 6;
  config.blockDim = 32;
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, swaps, out);
  wait();
  printf("by attribute");
  for (int i = 0; i < 6; ++i) printf(" %d", out[i]);
  clear();
  alone<<<2, 32>>>(out);
  wait();
  printf("\nalone ok %d\n", out[0] == 0);
  dynamic<<<2, 32, 32 * sizeof(int)>>>(out, out + 1);
  wait();
  printf("dynamic %d ranks %d\n", out[0], out[1]);
  reduced<<<16, 32>>>(out);
  wait();
  printf("reduced %d %d\n", out[0], out[1]);
}
