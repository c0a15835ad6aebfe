// A bulk copy from a block's shared memory to its own in a launch without clusters: an H200 ends it with an illegal instruction.
// prints: 0 = 255
// expect: trap says "with no cluster (an illegal instruction)"
#include <cuda_awbarrier_primitives.h>

#include <cstdio>

__device__ unsigned number_of(const void* p) { return unsigned(__cvta_generic_to_shared(p)); }

__global__ void to_itself(int* out) {
  __shared__ alignas(128) int tile[64];
  __shared__ alignas(128) int inbox[64];
  __shared__ __mbarrier_t full;
  tile[threadIdx.x] = 4 * int(threadIdx.x) + 3;
  if (threadIdx.x == 0) {
    __mbarrier_init(&full, 1);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(number_of(&full)), "r"(256) : "memory");
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     number_of(inbox)),
        "r"(number_of(tile)), "r"(256), "r"(number_of(&full))
        : "memory");
  while (!__mbarrier_try_wait_parity(&full, 0, 1000)) {
  }
  out[threadIdx.x] = inbox[threadIdx.x];
}

int main() {
  int *out, last = 0;
  cudaMalloc(&out, 64 * sizeof(int));
  to_itself<<<1, 64>>>(out);
  cudaMemcpy(&last, out + 63, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d = 255\n", last);
  cudaFree(out);
}
