// Asynchronous copies and barrier objects that are right, though a checker might think otherwise.
// environment: SIMT_CHECK=race,uninitialized
// prints: own only 388 512
// prints: one barrier 1344 1158
// prints: empty groups 64 33
// prints: all 64 33
// prints: half copies 32 1
// prints: overwritten behind 1 63
// prints: told by one 64 33
// prints: waits then arrives 32 1
// prints: phases 3 0
// prints: announced late 64 33
// prints: odd bytes 3342336 1310720
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include <cstdint>
#include <cstdio>

namespace cg = cooperative_groups;
constexpr int width = 64;

// Each thread reads only what it has copied itself: its wait is enough, and no barrier is needed.
__global__ void own_only(const int* in, int* out) {
  __shared__ int mine[2][width];
  const int me = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < 4; ++i) {
    __pipeline_memcpy_async(&mine[i % 2][me], &in[i * width + me], sizeof(int));
    __pipeline_commit();
    if (i == 0) continue;
    __pipeline_wait_prior(1);
    sum += mine[(i - 1) % 2][me];
  }
  __pipeline_wait_prior(0);
  out[me] = sum + mine[1][me];
}

// One barrier behind the wait is also the one in front of the copy after the next, where stages are three.
__global__ void one_barrier(const int* in, int* out) {
  __shared__ int stage[3][width];
  const int me = threadIdx.x;
  const auto fetch = [&](int tile) {
    if (tile < 6) __pipeline_memcpy_async(&stage[tile % 3][me], &in[tile * width + me], sizeof(int));
    __pipeline_commit();
  };
  fetch(0), fetch(1);
  int sum = 0;
  for (int tile = 0; tile < 6; ++tile) {
    __pipeline_wait_prior(1);
    __syncthreads();
    fetch(tile + 2);
    sum += stage[tile % 3][width - 1 - me];
  }
  out[me] = sum;
}

// Groups that hold nothing count, too; a wait for more than there are waits for nothing.
__global__ void empty_groups(const int* in, int* out) {
  __shared__ int tile[width];
  __pipeline_wait_prior(3);
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_commit();
  __pipeline_commit();
  __pipeline_wait_prior(2);
  __syncthreads();
  out[threadIdx.x] = tile[width - 1 - threadIdx.x];
}

// wait_all needs no commit.
__global__ void all(const int* in, int* out) {
  __shared__ int tile[width];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = tile[width - 1 - threadIdx.x];
}

// Half of a warp copies for all of it, and only that half waits.
__global__ void half_copies(const int* in, int* out) {
  __shared__ alignas(8) int tile[32];
  if (threadIdx.x % 32 < 16) {
    __pipeline_memcpy_async(&tile[2 * threadIdx.x], &in[2 * threadIdx.x], 8);
    __pipeline_commit();
    __pipeline_wait_prior(0);
  }
  __syncwarp();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}

// The source may be overwritten behind the wait, the destination as well; a copy's zeros are not read.
__global__ void overwritten_behind(int* in, int* out) {
  __shared__ alignas(8) int pair[width][2];
  const int me = threadIdx.x;
  __pipeline_memcpy_async(pair[me], &in[2 * me], 8, 4);
  in[2 * me + 1] = -1;
  __pipeline_commit();
  __pipeline_wait_prior(0);
  in[2 * me] = -1;
  out[me] = pair[me][0] + pair[me][1];
  pair[me][0] = 0;
}

// One thread waits at the barrier object and tells its warp; who has that from it has the copies, too.
__global__ void told_by_one(const int* in, int* out) {
  __shared__ int tile[32];
  __shared__ __mbarrier_t full;
  if (threadIdx.x == 0) __mbarrier_init(&full, 32);
  __syncthreads();
  if (threadIdx.x >= 32) {
    __pipeline_memcpy_async(&tile[threadIdx.x - 32], &in[threadIdx.x], sizeof(int));
    __pipeline_arrive_on(&full);
    (void)__mbarrier_arrive(&full);
    return;
  }
  if (threadIdx.x == 0)
    while (!__mbarrier_try_wait_parity(&full, 0, 1000)) {
    }
  __syncwarp();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}

// The thread that copied waits by its group, and its plain arrival hands that on.
__global__ void waits_then_arrives(const int* in, int* out) {
  __shared__ int tile[32];
  __shared__ __mbarrier_t full;
  if (threadIdx.x == 0) __mbarrier_init(&full, 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
    __pipeline_commit();
    __pipeline_arrive_on(&full);
    __pipeline_wait_prior(0);
    (void)__mbarrier_arrive(&full);
  } else {
    while (!__mbarrier_try_wait_parity(&full, 0, 1000)) {
    }
    out[threadIdx.x - 32] = tile[63 - threadIdx.x];
  }
}

// Phases follow each other: who has waited for one has seen what was handed on in those before.
__global__ void phases(int* out) {
  __shared__ int first, second;
  __shared__ __mbarrier_t turn;
  if (threadIdx.x == 0) __mbarrier_init(&turn, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    first = 1;
    (void)__mbarrier_arrive(&turn);
  } else if (threadIdx.x == 32) {
    while (!__mbarrier_try_wait_parity(&turn, 0, 1000)) {
    }
    second = 2;
    (void)__mbarrier_arrive(&turn);
  } else if (threadIdx.x == 1) {
    while (!__mbarrier_try_wait_parity(&turn, 0, 1000)) {
    }
    while (!__mbarrier_try_wait_parity(&turn, 1, 1000)) {
    }
    out[0] = first + second;
  }
}

// Bytes may be announced behind the copy, and in several pieces, as long as an arrival is still to come.
__global__ void announced_late(const int* in, int* out) {
  __shared__ alignas(128) int tile[width];
  __shared__ __mbarrier_t full;
  const unsigned at = unsigned(__cvta_generic_to_shared(&full)), to = unsigned(__cvta_generic_to_shared(tile));
  if (threadIdx.x == 0) __mbarrier_init(&full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned half : {0u, 128u})
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to + half),
                   "l"(in + half / 4), "r"(128), "r"(at)
                   : "memory");
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(128) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(128) : "memory");
  }
  while (!__mbarrier_try_wait_parity(&full, 0, 1000)) {
  }
  out[threadIdx.x] = tile[width - 1 - threadIdx.x];
}

// Small types, and what does not begin at 4 bytes, go partly by loads and stores: the wait is for both.
__global__ void odd_bytes(const char* in, char* out) {
  __shared__ alignas(16) char bytes[256];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, bytes + 3, in + 3, 200);
  cg::wait(block);
  for (int i = threadIdx.x; i < 200; i += width) out[i] = bytes[202 - i];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 8 * width * sizeof(int));
  cudaMallocManaged(&out, 256);
  const auto run = [&](const char* name, auto kernel) {
    for (int i = 0; i < 8 * width; ++i) in[i] = i + 1;
    for (int i = 0; i < 64; ++i) out[i] = 0;
    kernel();
    if (cudaDeviceSynchronize() != cudaSuccess) printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    printf("%s %d %d\n", name, out[0], out[31]);
  };
  run("own only", [&] { own_only<<<1, width>>>(in, out); });
  run("one barrier", [&] { one_barrier<<<1, width>>>(in, out); });
  run("empty groups", [&] { empty_groups<<<1, width>>>(in, out); });
  run("all", [&] { all<<<1, width>>>(in, out); });
  run("half copies", [&] { half_copies<<<1, 32>>>(in, out); });
  run("overwritten behind", [&] { overwritten_behind<<<1, width>>>(in, out); });
  run("told by one", [&] { told_by_one<<<1, 64>>>(in, out); });
  run("waits then arrives", [&] { waits_then_arrives<<<1, 64>>>(in, out); });
  run("phases", [&] { phases<<<1, 64>>>(out); });
  run("announced late", [&] { announced_late<<<1, width>>>(in, out); });
  run("odd bytes", [&] { odd_bytes<<<1, width>>>(reinterpret_cast<const char*>(in), reinterpret_cast<char*>(out)); });
}
