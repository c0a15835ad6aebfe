// One block of a cluster fetches a tile for all of them, by a bulk copy to several, or fetches for its neighbour: right, and with
// one mistake each. Who has only ordered may end; whose memory is written may not.
// environment: SIMT_CHECK=race,uninitialized
// prints: none 129 129
// prints: second tile too early 129 129
// prints: no wait in one 129 129
// prints: one ends early 129 129
// prints: not announced 129 129 and an error
// expect: race shared line 49 says "async_for_all.cu line 49, while its own asynchronous copy, async_for_all.cu line 49 may stil"
// expect: race shared line 63 says "async_for_all.cu line 63, while an asynchronous copy of block (0,0), thread (0,0), async_for"
// expect: race shared line 63 says "async_for_all.cu line 63, while an asynchronous copy of block (0,0), thread (0,0), async_for"
// expect: sync shared line 49 says "async_for_all.cu line 49, and block (3,0) ends while it may still write the shared array til"
// expect: sync line 28 says "async_for_all.cu line 28, for ever: phase 0 lacks 1 of its 1 arrivals"
#include <cooperative_groups.h>

#include <cstdint>
#include <cstdio>

namespace cg = cooperative_groups;

enum Mistake { none, not_announced, second_tile_too_early, no_wait_in_one, one_ends_early };

constexpr int width = 64, blocks = 4;

__device__ unsigned at(const void* p) { return unsigned(__cvta_generic_to_shared(p)); }

__device__ void wait_for(std::uint64_t* full, unsigned parity) {
  asm volatile(
      "{\n"
      ".reg .pred p;\n"
      "$again_%=: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
      "@!p bra $again_%=;\n"
      "}\n" ::"r"(at(full)),
      "r"(parity)
      : "memory");
}

template <Mistake mistake>
__global__ void __cluster_dims__(blocks, 1, 1) for_all(const int* in, int* out) {
  __shared__ alignas(128) int tile[width];
  __shared__ std::uint64_t full;
  const auto cluster = cg::this_cluster();
  const int me = threadIdx.x, rank = int(cluster.block_rank());
  const auto announce = [&] {
    if (mistake == not_announced && rank == 2) return;
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(&full)), "n"(width * 4) : "memory");
  };
  const auto fetch = [&](int which) {
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(
            at(tile)),
        "l"(in + which * width), "n"(width * 4), "r"(at(&full)), "h"((unsigned short)((1 << blocks) - 1))
        : "memory");
  };
  if (me == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    announce();
  }
  cluster.sync();
  if (me == 0 && rank == 0) fetch(0);
  if (mistake != no_wait_in_one || rank != 3) wait_for(&full, 0);
  const int sum = tile[width - 1 - me];
  if (me == 0) announce();
  if (mistake == second_tile_too_early) __syncthreads();
  else cluster.sync();
  if (me == 0 && rank == 0) fetch(1);
  if (mistake == one_ends_early && rank == 3) return;
  wait_for(&full, 1);
  out[rank * width + me] = sum + tile[me];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 2 * width * sizeof(int));
  cudaMallocManaged(&out, blocks * width * sizeof(int));
  for (int i = 0; i < 2 * width; ++i) in[i] = i + 1;
  const auto run = [&](const char* name, void (*kernel)(const int*, int*)) {
    kernel<<<blocks, width>>>(in, out);
    const cudaError_t error = cudaDeviceSynchronize();
    printf("%s %d %d%s\n", name, out[0], out[blocks * width - 1], error ? " and an error" : "");
  };
  run("none", for_all<none>);
  run("second tile too early", for_all<second_tile_too_early>);
  run("no wait in one", for_all<no_wait_in_one>);
  run("one ends early", for_all<one_ends_early>);
  run("not announced", for_all<not_announced>);
}
