// Without checkers, too, what reads a copy too early reads what was there before, every time; and a phase that is never
// complete, and a block that leaves a bulk copy behind, are found.
// environment: SIMT_CHECK=
// prints: too early -1 -1, behind the wait 1 32
// prints: overwritten -1 -1
// expect: sync shared line 41 says "async_plain.cu line 41, and the block ends while it may still write the shared array tile at byte 0: it"
// expect: sync line 52 says "async_plain.cu line 52, for ever: phase 0 lacks 1 of its 33 arrivals"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void too_early(const int* in, int* out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = -1;
  __syncthreads();
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  out[threadIdx.x] = tile[threadIdx.x];
  __pipeline_wait_prior(0);
  out[32 + threadIdx.x] = tile[threadIdx.x];
}

__global__ void overwritten(int* in, int* out) {
  __shared__ int tile[32];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, sizeof tile);
  in[threadIdx.x] = -1;
  cg::wait(block);
  out[threadIdx.x] = tile[threadIdx.x];
}

__global__ void left_behind(const int* in) {
  __shared__ alignas(128) int tile[32];
  __shared__ __mbarrier_t full;
  if (threadIdx.x) return;
  __mbarrier_init(&full, 1);
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];" ::"r"(
                   unsigned(__cvta_generic_to_shared(tile))),
               "l"(in), "r"(unsigned(__cvta_generic_to_shared(&full)))
               : "memory");
}

__global__ void never() {
  __shared__ __mbarrier_t full;
  if (threadIdx.x == 0) __mbarrier_init(&full, 33);
  __syncthreads();
  const __mbarrier_token_t token = __mbarrier_arrive(&full);
  while (!__mbarrier_try_wait(&full, token, 1000)) {
  }
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 32 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 32; ++i) in[i] = i + 1;
  too_early<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  printf("too early %d %d, behind the wait %d %d\n", out[0], out[31], out[32], out[63]);
  overwritten<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  printf("overwritten %d %d\n", out[0], out[31]);
  left_behind<<<1, 32>>>(in);
  cudaDeviceSynchronize();
  never<<<1, 32>>>();
  cudaDeviceSynchronize();
}
