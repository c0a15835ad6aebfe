// Calibration: bulk copies, from global to shared memory, back, and to another block's shared memory.
// Run: python3 tests/simt/calibrate.py tests/simt/calibration/bulk.cu     on a GPU of compute capability 9.0
#include <cooperative_groups.h>

#include <cuda_awbarrier_primitives.h>

#include <cstdint>

#include "calibration.cuh"

namespace cg = cooperative_groups;
constexpr int words = 4096;

__device__ unsigned number_of(const void* p) { return unsigned(__cvta_generic_to_shared(p)); }

__global__ void bulk_in(const int* in, int* out, int bytes) {
  __shared__ alignas(128) int tile[words];
  __shared__ __mbarrier_t full;
  if (threadIdx.x == 0) {
    __mbarrier_init(&full, 1);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(number_of(&full)), "r"(bytes)
        : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     number_of(tile)),
        "l"(in), "r"(bytes), "r"(number_of(&full))
        : "memory");
  }
  __syncthreads();
  while (!__mbarrier_try_wait_parity(&full, 0, 1000)) {
  }
  out[threadIdx.x] = tile[threadIdx.x % (bytes / 4)];
}

__global__ void bulk_out(int* out, int bytes) {
  __shared__ alignas(128) int tile[words];
  for (int i = threadIdx.x; i < words; i += blockDim.x) tile[i] = i;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x) return;
  asm volatile(
      "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out), "r"(number_of(tile)), "r"(bytes)
      : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

#define CLUSTER __cluster_dims__(4, 1, 1)

__device__ unsigned number_in(const cg::cluster_group& cluster, void* mine, unsigned rank) {
  return number_of(cluster.map_shared_rank(static_cast<char*>(mine), rank));
}

// Each block sends its tile to the next one's inbox, and arrives at the barrier that counts it there.
__global__ void CLUSTER to_next(int* out, int bytes) {
  __shared__ alignas(128) int tile[words];
  __shared__ alignas(128) int inbox[words];
  __shared__ __mbarrier_t full;
  const auto cluster = cg::this_cluster();
  const unsigned next = (cluster.block_rank() + 1) % 4;
  for (int i = threadIdx.x; i < words; i += blockDim.x) tile[i] = i + int(cluster.block_rank());
  if (threadIdx.x == 0) {
    __mbarrier_init(&full, 1);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(number_of(&full)), "r"(bytes)
        : "memory");
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  cluster.sync();
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     number_in(cluster, inbox, next)),
        "r"(number_of(tile)), "r"(bytes), "r"(number_in(cluster, &full, next))
        : "memory");
  while (!__mbarrier_try_wait_parity(&full, 0, 1000)) {
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = inbox[threadIdx.x % (bytes / 4)];
  cluster.sync();
}

// One block fetches for all whose bit is set in `blocks`, to the same place in each.
__global__ void CLUSTER to_several(const int* in, int* out, int bytes, int blocks) {
  __shared__ alignas(128) int tile[words];
  __shared__ __mbarrier_t full;
  const auto cluster = cg::this_cluster();
  const bool gets = blocks >> cluster.block_rank() & 1;
  if (threadIdx.x == 0) {
    __mbarrier_init(&full, 1);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(number_of(&full)), "r"(gets ? bytes : 0)
        : "memory");
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  cluster.sync();
  if (threadIdx.x == 0 && cluster.block_rank() == 0)
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], "
        "%4;" ::"r"(number_of(tile)),
        "l"(in), "r"(bytes), "r"(number_of(&full)), "h"(static_cast<uint16_t>(blocks))
        : "memory");
  while (!__mbarrier_try_wait_parity(&full, 0, 1000)) {
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = gets ? tile[threadIdx.x % (bytes / 4)] : 0;
  cluster.sync();
}

// Barriers of the next block: each thread arrives there, and waits at its own.
__global__ void CLUSTER arrive_remotely(int* out) {
  __shared__ __mbarrier_t full;
  const auto cluster = cg::this_cluster();
  const unsigned next = (cluster.block_rank() + 1) % 4;
  if (threadIdx.x == 0) __mbarrier_init(&full, blockDim.x);
  cluster.sync();
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(number_in(cluster, &full, next))
      : "memory");
  while (!__mbarrier_try_wait_parity(&full, 0, 1000)) {
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = int(threadIdx.x);
  cluster.sync();
}

int main() {
  const int* in = filled<int>(1 << 16, [](size_t i) { return int(i); });
  int* out = zeros<int>(1 << 16);
  for (const int bytes : {16, 48, 64, 1024, 4096, 16384}) {
    label("in, %ld bytes", bytes);
    bulk_in<<<2, 128>>>(in, out, bytes);
    label("in from byte 16, %ld bytes", bytes);
    bulk_in<<<2, 128>>>(in + 4, out, bytes);
    label("out, %ld bytes", bytes);
    bulk_out<<<1, 128>>>(out, bytes);
    label("out from byte 16, %ld bytes", bytes);
    bulk_out<<<1, 128>>>(out + 4, bytes);
    label("to the next block, %ld bytes", bytes);
    to_next<<<8, 128>>>(out, bytes);
    label("to four blocks, %ld bytes", bytes);
    to_several<<<8, 128>>>(in, out, bytes, 15);
  }
  for (const int blocks : {1, 2, 6, 8}) {
    label("to the blocks of mask %ld", blocks);
    to_several<<<8, 128>>>(in, out, 1024, blocks);
  }
  for (const int threads : {32, 128}) {
    label("%ld threads arrive at the next block's", threads);
    arrive_remotely<<<8, threads>>>(out);
  }
  return finish();
}
