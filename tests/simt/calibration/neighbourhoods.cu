// Held out: blocks of a cluster read, write and count in each other's shared memory.
#include <cooperative_groups.h>

#include "results.cuh"

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4, 1, 1) cluster_sum(float* out, const float* in) {
  __shared__ float s[128];
  __shared__ float total;
  const auto cluster = cg::this_cluster();
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (int half = 64; half; half /= 2) {
    if (t < half) s[t] += s[t + half];
    __syncthreads();
  }
  cluster.sync();
  if (cluster.block_rank() == 0 && t == 0) {
    total = 0;
    for (int r = 0; r < int(cluster.num_blocks()); ++r) total += *cluster.map_shared_rank(s, r);
    out[blockIdx.x / 4] = total;
  }
  cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) halo(float* out, const float* in, int n) {
  __shared__ float s[256];
  const auto cluster = cg::this_cluster();
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  const unsigned rank = cluster.block_rank();
  s[t] = i < n ? in[i] : 0;
  cluster.sync();
  float left = 0, right = 0;
  if (t > 0) left = s[t - 1];
  else if (rank > 0) left = cluster.map_shared_rank(s, rank - 1)[255];
  else if (i > 0) left = in[i - 1];
  if (t < 255) right = s[t + 1];
  else if (rank + 1 < cluster.num_blocks()) right = cluster.map_shared_rank(s, rank + 1)[0];
  else if (i + 1 < n) right = in[i + 1];
  if (i < n) out[i] = left + 2 * s[t] + right;
  cluster.sync();
}

__global__ void __cluster_dims__(8, 1, 1) turned(int* out, const int* in) {
  __shared__ int s[8][32];
  const auto cluster = cg::this_cluster();
  const int x = threadIdx.x, y = threadIdx.y;
  cluster.sync();
  int* there = cluster.map_shared_rank(&s[0][0], y);
  there[cluster.block_rank() * 32 + x] = in[(blockIdx.x * 8 + y) * 32 + x];
  cluster.sync();
  out[(blockIdx.x * 8 + y) * 32 + x] = s[y][31 - x];
}

__global__ void __cluster_dims__(4, 1, 1) bins(int* out, const int* key, int n) {
  __shared__ int s[64];
  const auto cluster = cg::this_cluster();
  if (threadIdx.x < 64) s[threadIdx.x] = 0;
  cluster.sync();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const int bin = key[i];
    atomicAdd(cluster.map_shared_rank(&s[bin % 64], bin / 64), 1);
  }
  cluster.sync();
  if (threadIdx.x < 64) atomicAdd(&out[cluster.block_rank() * 64 + threadIdx.x], s[threadIdx.x]);
}

__global__ void __cluster_dims__(4, 1, 1) passed_on(float4* out, const float4* in) {
  __shared__ float4 s[2][64];
  const auto cluster = cg::this_cluster();
  const unsigned next = (cluster.block_rank() + 1) % 4;
  const int t = threadIdx.x;
  s[0][t] = in[blockIdx.x * 64 + t];
  float sum = 0;
#pragma unroll 1
  for (int round = 0; round < 4; ++round) {
    cluster.sync();
    const float4 v = s[round % 2][t];
    sum += v.x + v.w;
    cluster.map_shared_rank(s[(round + 1) % 2], next)[t] = v;
  }
  cluster.sync();
  out[blockIdx.x * 64 + t] = {sum, s[0][t].x, s[0][t].y, s[0][t].z};
}

__global__ void __cluster_dims__(2, 2, 1) tickets(int* out) {
  __shared__ int next;
  const auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) next = 0;
  cluster.sync();
  int* of_first = cluster.map_shared_rank(&next, 0);
  const int mine = atomicAdd(of_first, 1);
  out[blockIdx.y * 2 + blockIdx.x] = 1;
  cluster.sync();
  if (threadIdx.x == 0 && cluster.block_rank() == 0) out[8] = next;
  if (mine < 0) out[9] = mine;
}

int main() {
  constexpr int n = 8192;
  float* a = filled<float>(n, [](size_t i) { return float(i * 29 % 41); });
  int* key = filled<int>(n, [](size_t i) { return int((i * 2654435761u >> 9) % 256); });
  float* out = zeros<float>(n);
  measured("cluster sum", out, n, [&] { cluster_sum<<<8, 128>>>(out, a); });
  measured("halo", out, n, [&] { halo<<<4, 256>>>(out, a, 1000); });
  measured("turned", out, n, [&] { turned<<<8, dim3(32, 8)>>>((int*)out, (int*)a); });
  measured("bins", out, n, [&] { bins<<<8, 128>>>((int*)out, key, 3000); });
  measured("passed on", out, n, [&] { passed_on<<<4, 64>>>((float4*)out, (float4*)a); });
  measured("tickets", out, n, [&] { tickets<<<dim3(2, 2), 64>>>((int*)out); });
  return finish();
}
