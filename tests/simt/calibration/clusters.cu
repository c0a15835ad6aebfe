// Calibration: shared memory of other blocks of a cluster, read, written and updated in several patterns.
// Run: python3 tests/simt/calibrate.py tests/simt/calibration/clusters.cu
#include <cooperative_groups.h>

#include "calibration.cuh"

namespace cg = cooperative_groups;

#define CLUSTER __cluster_dims__(4, 1, 1)
constexpr int words = 4096;

__device__ int* of_next(int* mine) {
  const auto cluster = cg::this_cluster();
  return cluster.map_shared_rank(mine, (cluster.block_rank() + 1) % cluster.num_blocks());
}
__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void CLUSTER own(int* out) {
  __shared__ int mine[words];
  const auto cluster = cg::this_cluster();
  mine[threadIdx.x] = threadIdx.x;
  cluster.sync();
  out[thread()] = cluster.map_shared_rank(mine, cluster.block_rank())[threadIdx.x];
  cluster.sync();
}

__global__ void CLUSTER load(int* out, const int* at) {
  __shared__ int mine[words];
  const auto cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < words; i += blockDim.x) mine[i] = i;
  cluster.sync();
  out[thread()] = of_next(mine)[at[threadIdx.x]];
  cluster.sync();
}

template <typename T>
__global__ void CLUSTER load_wide(T* out) {
  __shared__ T mine[256];
  const auto cluster = cg::this_cluster();
  mine[threadIdx.x] = T{};
  cluster.sync();
  out[thread()] = cluster.map_shared_rank(mine, (cluster.block_rank() + 1) % cluster.num_blocks())[threadIdx.x];
  cluster.sync();
}

__global__ void CLUSTER store(int* out, const int* at) {
  __shared__ int mine[words];
  const auto cluster = cg::this_cluster();
  cluster.sync();
  of_next(mine)[at[threadIdx.x]] = threadIdx.x;
  cluster.sync();
  out[thread()] = mine[threadIdx.x];
}

__global__ void CLUSTER add(int* out, const int* at) {
  __shared__ int mine[words];
  const auto cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < words; i += blockDim.x) mine[i] = 0;
  cluster.sync();
  atomicAdd(of_next(mine) + at[threadIdx.x], 1);
  cluster.sync();
  out[thread()] = mine[threadIdx.x];
}

__global__ void CLUSTER exchange(int* out, const int* at) {
  __shared__ int mine[words];
  const auto cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < words; i += blockDim.x) mine[i] = 0;
  cluster.sync();
  const int was = atomicExch(of_next(mine) + at[threadIdx.x], int(threadIdx.x));
  cluster.sync();
  out[thread()] = mine[threadIdx.x] + was;
}

// Lanes of one request ask all four blocks, their own among them.
__global__ void CLUSTER spread(int* out, const int* at) {
  __shared__ int mine[words];
  const auto cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < words; i += blockDim.x) mine[i] = i;
  cluster.sync();
  out[thread()] = cluster.map_shared_rank(mine, at[threadIdx.x] % 4)[at[threadIdx.x]];
  cluster.sync();
}

__global__ void CLUSTER some(int* out, const int* at) {
  __shared__ int mine[words];
  const auto cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < words; i += blockDim.x) mine[i] = i;
  cluster.sync();
  int value = 0;
  if (at[threadIdx.x] % 3 == 0) value = of_next(mine)[threadIdx.x];
  out[thread()] = value;
  cluster.sync();
}

__global__ void CLUSTER of_dynamic(int* out) {
  extern __shared__ int numbers[];
  const auto cluster = cg::this_cluster();
  numbers[threadIdx.x] = threadIdx.x;
  cluster.sync();
  out[thread()] = cluster.map_shared_rank(numbers, (cluster.block_rank() + 2) % cluster.num_blocks())[threadIdx.x];
  cluster.sync();
}

// Bins of one histogram, a quarter of them in each block.
__global__ void CLUSTER histogram(int* out, const int* at) {
  __shared__ int bins[64];
  const auto cluster = cg::this_cluster();
  if (threadIdx.x < 64) bins[threadIdx.x] = 0;
  cluster.sync();
  const int bin = at[threadIdx.x] % 256;
  atomicAdd(cluster.map_shared_rank(bins, bin / 64) + bin % 64, 1);
  cluster.sync();
  if (threadIdx.x < 64) out[blockIdx.x * 64 + threadIdx.x] = bins[threadIdx.x];
}

int main() {
  int* out = zeros<int>(1 << 16);
  const auto strided = [](int stride) {
    return filled<int>(256, [=](size_t i) { return int(i) * stride % words; });
  };
  const int* random = filled<int>(256, [](size_t i) { return int((i * 2654435761u >> 7) % words); });
  const int* same = filled<int>(256, [](size_t) { return 7; });
  const int* pairs = filled<int>(256, [](size_t i) { return int(i / 2); });
  label("own");
  own<<<8, 256>>>(out);
  for (const int stride : {1, 2, 3, 8, 32}) {
    const int* at = strided(stride);
    label("load stride %ld", stride);
    load<<<8, 256>>>(out, at);
    label("store stride %ld", stride);
    store<<<8, 256>>>(out, at);
    label("exchange stride %ld", stride);
    exchange<<<8, 256>>>(out, at);
    label("spread stride %ld", stride);
    spread<<<8, 256>>>(out, at);
  }
  label("load random");
  load<<<8, 256>>>(out, random);
  label("load same");
  load<<<8, 256>>>(out, same);
  label("load pairs");
  load<<<8, 256>>>(out, pairs);
  label("store random");
  store<<<8, 256>>>(out, random);
  label("add random");
  add<<<8, 256>>>(out, random);
  label("add pairs");
  add<<<8, 256>>>(out, pairs);
  label("exchange random");
  exchange<<<8, 256>>>(out, random);
  label("exchange pairs");
  exchange<<<8, 256>>>(out, pairs);
  label("spread random");
  spread<<<8, 256>>>(out, random);
  label("some");
  some<<<8, 256>>>(out, random);
  label("histogram");
  histogram<<<8, 256>>>(out, random);
  label("char");
  load_wide<<<8, 256>>>(reinterpret_cast<char*>(out));
  label("float2");
  load_wide<<<8, 256>>>(reinterpret_cast<float2*>(out));
  label("float4");
  load_wide<<<8, 256>>>(reinterpret_cast<float4*>(out));
  label("dynamic");
  of_dynamic<<<8, 256, 1024>>>(out);
  return finish();
}
