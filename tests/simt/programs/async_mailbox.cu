// A cluster's blocks send their tiles on in a circle, each into the next one's inbox, by bulk copies that the receiver's
// barrier counts: right, and with one mistake each.
// environment: SIMT_CHECK=race,uninitialized
// prints: none 131 4
// prints: read early 2 3
// prints: source overwritten 1 1
// prints: inbox overwritten 5 4
// prints: no meeting first 0 0 and an error
// prints: no fence 131 4
// prints: left early 135 134
// prints: own barrier 131 4
// expect: uninitialized shared line 78 says "async_mailbox.cu line 78, which nothing has written in this block"
// expect: race shared line 82 says "async_mailbox.cu line 82, while its own asynchronous copy, async_mailbox.cu line 70 may stil"
// expect: race shared line 70 says "async_mailbox.cu line 70, while its own asynchronous copy, async_mailbox.cu line 70 may stil"
// expect: race shared line 78 says "async_mailbox.cu line 78, while an asynchronous copy of block (0,0), thread (0,0), async_mai"
// expect: race shared line 76 says "async_mailbox.cu line 76, while its own asynchronous copy, async_mailbox.cu line 70 may stil"
// expect: race shared line 82 says "async_mailbox.cu line 82, while its own asynchronous copy, async_mailbox.cu line 70 may stil"
// expect: race shared line 70 says "async_mailbox.cu line 70, while its own asynchronous copy, async_mailbox.cu line 70 may stil"
// expect: race shared line 78 says "async_mailbox.cu line 78, while an asynchronous copy of block (1,0), thread (0,0), async_mai"
// expect: sync line 44 says "async_mailbox.cu line 44, for ever: phase 0 has all its arrivals, but 256 bytes were announc"
// expect: sync shared line 70 says "async_mailbox.cu line 70, which may not have begun: no cluster.sync() has come before it"
// expect: race shared line 70 says "async_mailbox.cu line 70, and block (0,0), thread (0,0) has written it, async_mailbox.cu lin"
// expect: race shared line 70 says "async_mailbox.cu line 70, and block (0,0), thread (0,0) has written it, async_mailbox.cu lin"
// expect: race shared line 82 says "async_mailbox.cu line 82, while its own asynchronous copy, async_mailbox.cu line 70 may stil"
// expect: sync shared line 70 says "async_mailbox.cu line 70, and the block ends while it may still read the shared array mine o"
// expect: uninitialized shared line 78 says "async_mailbox.cu line 78, which nothing has written in this block"
// expect: race shared line 78 says "async_mailbox.cu line 78, and an asynchronous copy of block (0,0), thread (0,0) has written"
#include <cooperative_groups.h>

#include <cstdint>
#include <cstdio>

namespace cg = cooperative_groups;

enum Mistake { none, read_early, source_overwritten, inbox_overwritten, no_meeting_first, no_fence, left_early, own_barrier };

constexpr int width = 64, blocks = 4, rounds = 3;

__device__ unsigned at(const void* p) { return unsigned(__cvta_generic_to_shared(p)); }

__device__ void wait_for(std::uint64_t* full, unsigned parity) {
  unsigned done = 0;
  while (!done)
    asm volatile(
        "{\n .reg .pred p;\n mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n selp.u32 %0, 1, 0, p;\n}"
        : "=r"(done)
        : "r"(at(full)), "r"(parity)
        : "memory");
}

template <Mistake mistake>
__global__ void __cluster_dims__(blocks, 1, 1) passed_on(const int* in, int* out) {
  __shared__ alignas(128) int mine[width];
  __shared__ alignas(128) int inbox[width];
  __shared__ std::uint64_t full;
  const auto cluster = cg::this_cluster();
  const int me = threadIdx.x, rank = int(cluster.block_rank()), next = (rank + 1) % blocks;
  mine[me] = in[rank * width + me];
  if (me == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  if (mistake != no_meeting_first) cluster.sync();
  for (int round = 0; round < rounds; ++round) {
    if (mistake != no_fence) asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (me == 0) {
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(&full)), "n"(width * 4) : "memory");
      std::uint64_t* const counted = mistake == own_barrier ? &full : cluster.map_shared_rank(&full, next);
      asm volatile(
          "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
              at(cluster.map_shared_rank(inbox, next))),
          "r"(at(mine)), "n"(width * 4), "r"(at(counted))
          : "memory");
    }
    if (mistake == source_overwritten && round == 1) mine[me] = -1;
    if (mistake != read_early) wait_for(&full, round % 2);
    const int got = inbox[width - 1 - me];
    // All have received, so all that was sent has been read; and all have read what they received.
    if (mistake == inbox_overwritten || (mistake == left_early && round == rounds - 1)) __syncthreads();
    else cluster.sync();
    mine[me] = got + 1;
  }
  out[rank * width + me] = mine[me];
  if (mistake == read_early) wait_for(&full, (rounds - 1) % 2);
  if (mistake != left_early) cluster.sync();
}

int main() {
  // Each with a device that has seen no error.
  const auto run = [&](const char* name, void (*kernel)(const int*, int*)) {
    int *in, *out;
    cudaMallocManaged(&in, blocks * width * sizeof(int));
    cudaMallocManaged(&out, blocks * width * sizeof(int));
    for (int i = 0; i < blocks * width; ++i) in[i] = i + 1;
    kernel<<<blocks, width>>>(in, out);
    const cudaError_t error = cudaDeviceSynchronize();
    printf("%s %d %d%s\n", name, out[0], out[blocks * width - 1], error ? " and an error" : "");
    cudaDeviceReset();
  };
  run("none", passed_on<none>);
  run("read early", passed_on<read_early>);
  run("source overwritten", passed_on<source_overwritten>);
  run("inbox overwritten", passed_on<inbox_overwritten>);
  run("no meeting first", passed_on<no_meeting_first>);
  run("no fence", passed_on<no_fence>);
  run("left early", passed_on<left_early>);
  run("own barrier", passed_on<own_barrier>);
}
