// Behind the objects' making there is the barrier and no fence, as in the guide of CUDA 13.
#include <cuda_awbarrier_primitives.h>
#include <cuda_runtime.h>

__device__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ void come(void* to, const void* from, int n, void* bar) {
  asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(n) : "memory");
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(bar)) : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               ::"r"(at(to)), "l"(from), "r"(n), "r"(at(bar)) : "memory");
}
__device__ void go(void* to, const void* from, int n) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(at(from)), "r"(n) : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

__global__ void turn_rows(int* out, const int* in, int rows, int cols) {
  extern __shared__ __align__(128) int ring[];
  __shared__ __mbarrier_t bars[2];
  const int top = blockIdx.x * 8, n = min(8, rows - top), bytes = cols * 4, t = threadIdx.x;
  const int* from = in + size_t(top) * cols;
  int* to = out + size_t(top) * cols;
  if (t == 0) {
    __mbarrier_init(bars, 1);
    __mbarrier_init(bars + 1, 1);
  }
  __syncthreads();
  if (t == 0) come(ring, from, bytes, bars);
  for (int r = 0; r < n; ++r) {
    const int s = r & 1;
    if (t == 0 && r + 1 < n) {
      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
      come(ring + (s ^ 1) * 4096, from + (r + 1) * cols, bytes, bars + (s ^ 1));
    }
    while (!__mbarrier_test_wait_parity(bars + s, r >> 1 & 1)) {
    }
    int* row = ring + s * 4096;
    for (int i = t; i < cols / 2; i += 128) {
      const int a = row[i], b = row[cols - 1 - i];
      row[i] = b;
      row[cols - 1 - i] = a;
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (t == 0) go(to + r * cols, row, bytes);
  }
  if (t == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

void bulk_copy(int* out, const int* in, int rows, int cols) {
  turn_rows<<<(rows + 7) / 8, 128, 32768>>>(out, in, rows, cols);
}
