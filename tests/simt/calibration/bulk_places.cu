// Calibration: bulk copies from, and to, other places in their lines; and updates of random words in other blocks.
#include <cooperative_groups.h>

#include <cstdint>

#include "results.cuh"

namespace cg = cooperative_groups;

__device__ unsigned number_of(const void* p) { return unsigned(__cvta_generic_to_shared(p)); }

__global__ void in_at(int* out, const int* in, int from, int to, int bytes) {
  __shared__ alignas(128) int s[1024];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(number_of(&full)) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(number_of(&full)), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     number_of(s + to)),
        "l"(in + from), "r"(bytes), "r"(number_of(&full))
        : "memory");
  }
  __syncthreads();
  unsigned done = 0;
  while (!done)
    asm volatile(
        "{\n .reg .pred p;\n mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\n selp.u32 %0, 1, 0, p;\n}"
        : "=r"(done)
        : "r"(number_of(&full))
        : "memory");
  if (int(threadIdx.x) < bytes / 4) out[threadIdx.x] = s[to + threadIdx.x];
}

__global__ void out_at(int* out, int from, int to, int bytes) {
  __shared__ alignas(128) int s[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) s[i] = i;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x) return;
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + to), "r"(number_of(s + from)), "r"(bytes)
      : "memory");
  asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
}

// Of four blocks the first sends, to the one whose rank is given, from and to other places in their lines.
__global__ void __cluster_dims__(4, 1, 1) send_at(int* out, int rank, int from, int to, int bytes) {
  __shared__ alignas(128) int s[1024];
  __shared__ alignas(128) int inbox[1024];
  __shared__ uint64_t full;
  const auto cluster = cg::this_cluster();
  const bool gets = int(cluster.block_rank()) == rank;
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) s[i] = i;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(number_of(&full)) : "memory");
    if (gets)
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(number_of(&full)), "r"(bytes) : "memory");
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0)
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     number_of(cluster.map_shared_rank(inbox + to, rank))),
        "r"(number_of(s + from)), "r"(bytes), "r"(number_of(cluster.map_shared_rank(&full, rank)))
        : "memory");
  unsigned done = !gets;
  while (!done)
    asm volatile(
        "{\n .reg .pred p;\n mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\n selp.u32 %0, 1, 0, p;\n}"
        : "=r"(done)
        : "r"(number_of(&full))
        : "memory");
  if (gets && int(threadIdx.x) < bytes / 4) out[threadIdx.x] = inbox[to + threadIdx.x];
  cluster.sync();
}

// Each lane adds to its word of its block: at[lane] is word + 1024 * block.
__global__ void __cluster_dims__(4, 1, 1) add_at(int* out, const int* at, int rounds) {
  __shared__ int s[1024];
  const auto cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) s[i] = 0;
  cluster.sync();
  if (cluster.block_rank() == 0)
    for (int k = 0; k < rounds; ++k) {
      const int place = at[k * 32 + threadIdx.x];
      atomicAdd(cluster.map_shared_rank(s, place / 1024) + place % 1024, 1);
    }
  cluster.sync();
  if (cluster.block_rank() == 1) out[threadIdx.x] = s[threadIdx.x];
}

int main() {
  const int* in = filled<int>(1 << 14, [](size_t i) { return int(i * 7 % 1000); });
  int* out = zeros<int>(2048);
  static char name[400][80];
  int count = 0;
  for (const int from : {0, 4, 8, 16, 28})
    for (const int to : {0, 4, 8, 20}) {
      for (const int bytes : {16, 256, 336}) {
        snprintf(name[count], 80, "in %d bytes, from word %d to %d", bytes, from, to);
        measured(name[count++], out, 2048, [&] { in_at<<<1, 128>>>(out, in, from, to, bytes); });
      }
      snprintf(name[count], 80, "out 336 bytes, from word %d to %d", from, to);
      measured(name[count++], out, 2048, [&] { out_at<<<1, 128>>>(out, from, to, 336); });
      for (const int rank : {0, 2}) {
        snprintf(name[count], 80, "send 336 bytes to %d, from word %d to %d", rank, from, to);
        measured(name[count++], out, 2048, [&] { send_at<<<4, 128>>>(out, rank, from, to, 336); });
      }
    }
  const auto add = [&](const char* what, int rounds, auto place) {
    const int* at = filled<int>(32 * rounds, [=](size_t i) { return int(place(i)); });
    measured(what, out, 2048, [&] { add_at<<<4, 32>>>(out, at, rounds); });
  };
  add("add: own block", 1, [](size_t l) { return l; });
  add("add: another block", 1, [](size_t l) { return 1024 + l; });
  add("add: all blocks in turn", 1, [](size_t l) { return l % 4 * 1024 + l; });
  add("add: all blocks by eight", 1, [](size_t l) { return l / 8 * 1024 + l; });
  add("add: the same word of two blocks", 1, [](size_t l) { return l % 2 * 1024 + 1024 + 5; });
  add("add: the same word of all blocks", 1, [](size_t l) { return l % 4 * 1024 + 5; });
  add("add: pairs, apart", 1, [](size_t l) { return 1024 + l % 16 * 8; });
  add("add: pairs, neighbours", 1, [](size_t l) { return 1024 + l / 2; });
  add("add: one bank", 1, [](size_t l) { return 1024 + l % 16 * 32; });
  add("add: three of one word", 1, [](size_t l) { return 1024 + (l < 3 ? 7 : l * 9); });
  add("add: random in one block, 16 words", 8, [](size_t l) { return 1024 + (l * 2654435761u >> 7) % 16; });
  add("add: random in one block, 64 words", 8, [](size_t l) { return 1024 + (l * 2654435761u >> 7) % 64; });
  add("add: random in one block, 512 words", 8, [](size_t l) { return 1024 + (l * 2654435761u >> 7) % 512; });
  add("add: random in two blocks, 64 words", 8, [](size_t l) { return (l * 40503u >> 3) % 2 * 1024 + 1024 + (l * 2654435761u >> 7) % 64; });
  add("add: random in all blocks, 64 words", 8, [](size_t l) { return (l * 40503u >> 3) % 4 * 1024 + (l * 2654435761u >> 7) % 64; });
  return finish();
}
