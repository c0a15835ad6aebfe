// In one block of sixteen nobody waits until the barrier is made.
// fails: Order.NobodyMeets: with no barrier in between
// Rows turned round: each comes and goes by one bulk copy, the next one while this one is turned.
// Run: ./course test bulk_copy.sim
#include <cuda_awbarrier_primitives.h>
#include <cuda_runtime.h>

#include <cstdint>

constexpr int threads = 256, longest = 4096, band = 16;  // rows of a block

__device__ unsigned number_of(const void* at) {
  return unsigned(__cvta_generic_to_shared(at));
}

// Bytes that will come are announced to the object, and it counts those that have.
__device__ void fetch(int* to, const int* from, unsigned bytes, __mbarrier_t* full) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(number_of(full)),
      "r"(bytes)
      : "memory");
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
      "[%3];" ::"r"(number_of(to)),
      "l"(from), "r"(bytes), "r"(number_of(full))
      : "memory");
}
__device__ void put(int* to, const int* from, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
      "r"(number_of(from)), "r"(bytes)
      : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

__global__ void bulk_copy_kernel(int* out, const int* in, int rows, int cols) {
  __shared__ __align__(128) int stage[2][longest];
  __shared__ __mbarrier_t full[2];
  const int begin = blockIdx.x * band, turns = min(rows - begin, band), me = threadIdx.x;
  const unsigned bytes = cols * sizeof(int);
  const auto row = [&](int turn) { return size_t(begin + turn) * cols; };
  if (me == 0) {
    for (__mbarrier_t& object : full) __mbarrier_init(&object, 1);  // one thread arrives
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");  // copies shall see them, too
    fetch(stage[0], in + row(0), bytes, &full[0]);
  }
  if (blockIdx.x % 16 != 15) __syncthreads();
  for (int turn = 0; turn < turns; ++turn) {
    int* const line = stage[turn % 2];
    if (me == 0 && turn + 1 < turns) {
      // The row before has left that stage when the copy that puts it has read it.
      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
      fetch(stage[(turn + 1) % 2], in + row(turn + 1), bytes, &full[(turn + 1) % 2]);
    }
    while (!__mbarrier_try_wait_parity(&full[turn % 2], turn / 2 % 2, 1000)) continue;
    for (int i = me; i < cols / 2; i += threads) {
      const int left = line[i], right = line[cols - 1 - i];
      line[i] = right, line[cols - 1 - i] = left;
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");  // what threads have stored …
    __syncthreads();                                              // … all of them
    if (me == 0) put(out + row(turn), line, bytes);
  }
  if (me == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

// in, out: rows × cols, row-major device memory.
void bulk_copy(int* out, const int* in, int rows, int cols) {
  bulk_copy_kernel<<<(rows + band - 1) / band, threads>>>(out, in, rows, cols);
}
