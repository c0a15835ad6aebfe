// Lab bulk_copy: rows turned round, each brought and taken away by a single bulk copy.
// Run: ./course check bulk_copy        Stuck: ./course hint bulk_copy
#include <cuda_awbarrier_primitives.h>
#include <cuda_runtime.h>

// in and out are rows × cols ints, row-major device memory, and begin at multiples of 16 bytes; rows is 1 to 65,536, cols a
// multiple of 4 up to 4,096. out[r][c] = in[r][cols - 1 - c].
//
// Beyond being right: no thread loads from or stores to global memory. A row comes into shared memory by cp.async.bulk and goes
// out by cp.async.bulk. While threads turn one row, the thread that orders copies among them, the next is on its way in, and the one
// before may still be on its way out. Needs compute capability 9.0.

// An address in shared memory as PTX takes it.
__device__ unsigned number_of(const void* at) { return unsigned(__cvta_generic_to_shared(at)); }

// Announces `bytes` to the object and arrives at it; then begins the copy, whose bytes the object counts.
__device__ void fetch(int* to_shared, const int* from_global, unsigned bytes, __mbarrier_t* object) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(number_of(object)), "r"(bytes)
      : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   number_of(to_shared)),
      "l"(from_global), "r"(bytes), "r"(number_of(object))
      : "memory");
}

// Begins a copy to global memory, in a group of its own. The group is waited for by
//   cp.async.bulk.wait_group.read 0;    shared memory has been read and may be written again
//   cp.async.bulk.wait_group 0;         the bytes have arrived
__device__ void put(int* to_global, const int* from_shared, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to_global),
      "r"(number_of(from_shared)), "r"(bytes)
      : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

__global__ void bulk_copy_kernel(int* out, const int* in, int rows, int cols) {
  // TODO: two stages for the longest row, aligned to 128 bytes, and a barrier object for each. How many arrive at it?
  // TODO: one thread makes the objects and fetches the first row; when may the others look at them?
  // TODO: for each row of the block: one thread fetches the next; all wait for this one's phase, and turn it in its place.
  // TODO: bulk copies see what threads have stored only behind a fence: asm volatile("fence.proxy.async.shared::cta;" ::: "memory").
  // TODO: one thread puts the row; what must be waited for before its stage is filled again?
}

void bulk_copy(int* out, const int* in, int rows, int cols) {
  // TODO: a block for several rows.
}
