// A tile whose halo is the neighbour's, in clusters of blocks, each tile filled by asynchronous copies: right, and with one
// mistake each.
// environment: SIMT_CHECK=race,uninitialized
// prints: none 3 65 385
// prints: no wait 0 0 0
// prints: wait behind the cluster 3 32 385
// prints: no cluster sync 3 65 385
// prints: next copy too early 3 65 385
// prints: no commit 0 0 0
// prints: source overwritten 0 0 385
// expect: race shared line 59 says "async_cluster.cu line 51 may still write it: it is in its thread's commit group 0 (the first is 0), and"
// expect: race shared line 60 says "async_cluster.cu line 51 may still write it: it is in its thread's commit group 0 (the first is 0), and"
// expect: race shared line 51 says "async_cluster.cu line 51 may still write it: it is in its thread's commit group 0 (the first is 0), and"
// expect: race shared line 59 says "async_cluster.cu line 51, in commit group 0: that thread has waited for it, and behind that there is no"
// expect: race shared line 51 says "async_cluster.cu line 59, with nothing that orders two blocks in between"
// expect: race shared line 51 says "async_cluster.cu line 59, with nothing that orders two blocks in between"
// expect: race shared line 59 says "async_cluster.cu line 51 may still write it: no commit has come behind it and no barrier counts it, so"
// expect: race shared line 60 says "async_cluster.cu line 51 may still write it: no commit has come behind it and no barrier counts it, so"
// expect: race shared line 51 says "async_cluster.cu line 51 may still write it: no commit has come behind it and no barrier counts it, so"
// expect: race global line 54 says "async_cluster.cu line 51 may still read it: it is in its thread's commit group 0 (the first is 0), and"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include <cstdio>

namespace cg = cooperative_groups;

enum Mistake {
  none,
  no_wait,
  wait_behind_the_cluster,
  no_cluster_sync,
  next_copy_too_early,
  no_commit,
  source_overwritten
};

constexpr int width = 32, blocks = 4, rounds = 2;

// Each element and the one behind it, which may be the next block's first.
template <Mistake mistake>
__global__ void __cluster_dims__(blocks, 1, 1) sums(int* in, int* out) {
  __shared__ int tile[width];
  const auto cluster = cg::this_cluster();
  const int me = threadIdx.x, rank = int(cluster.block_rank());
  const int* const next = cluster.map_shared_rank(tile, (rank + 1) % blocks);
  cluster.sync();
  for (int round = 0; round < rounds; ++round) {
    int* const row = in + round * blocks * width;
    __pipeline_memcpy_async(&tile[me], &row[rank * width + me], sizeof(int));
    if (mistake != no_commit) __pipeline_commit();
    // Another block's copy may still read it.
    if (mistake == source_overwritten && round == 0) row[rank * width + me] = 0;
    if (mistake != no_wait && mistake != wait_behind_the_cluster) __pipeline_wait_prior(0);
    if (mistake == no_cluster_sync && round > 0) __syncthreads();
    else cluster.sync();
    if (mistake == wait_behind_the_cluster) __pipeline_wait_prior(0);
    const int right = me + 1 < width ? tile[me + 1] : next[0];
    out[(round * blocks + rank) * width + me] = tile[me] + right;
    if (mistake == next_copy_too_early) __syncthreads();
    else cluster.sync();
  }
  cluster.sync();
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, rounds * blocks * width * sizeof(int));
  cudaMallocManaged(&out, rounds * blocks * width * sizeof(int));
  const auto run = [&](const char* name, void (*kernel)(int*, int*)) {
    for (int i = 0; i < rounds * blocks * width; ++i) in[i] = i + 1;
    kernel<<<blocks, width>>>(in, out);
    if (cudaDeviceSynchronize() != cudaSuccess) printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    printf("%s %d %d %d\n", name, out[0], out[width - 1], out[rounds * blocks * width - 1]);
  };
  run("none", sums<none>);
  run("no wait", sums<no_wait>);
  run("wait behind the cluster", sums<wait_behind_the_cluster>);
  run("no cluster sync", sums<no_cluster_sync>);
  run("next copy too early", sums<next_copy_too_early>);
  run("no commit", sums<no_commit>);
  run("source overwritten", sums<source_overwritten>);
}
