// Bulk copies of rows, wherever they begin, and the barrier objects that say when they are there.
#pragma once

#include <cuda_awbarrier_primitives.h>
#include <cuda_runtime.h>

#include <cstdint>

namespace bulk {

__device__ unsigned number_of(const void* at) { return unsigned(__cvta_generic_to_shared(at)); }

// One bulk copy. Its bytes are announced to the object, at which this thread arrives.
__device__ void fetch(void* to, const void* from, unsigned bytes, __mbarrier_t* full) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(number_of(full)), "r"(bytes) : "memory");
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(number_of(to)),
      "l"(from), "r"(bytes), "r"(number_of(full))
      : "memory");
}
__device__ void wait(__mbarrier_t* full, unsigned parity) {
  unsigned is_full;
  do
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(is_full)
        : "r"(number_of(full)), "r"(parity)
        : "memory");
  while (!is_full);
}
__device__ void tell_the_copies() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

// A bulk copy begins and ends at 16 bytes: so many cells of a row lie behind such a place.
__device__ int past_16(const float* cell) { return int(reinterpret_cast<std::uintptr_t>(cell) / 4 % 4); }

// A row's cells, and what is between them and the next places of 16 bytes, where some of that is not the grid's. fours: what
// lies round its first cell and its last, with zeros.
__device__ void fetch_row_at_end(char* to, const float* cells, int count, const float* grid, const float* past_grid,
    const float4* fours, __mbarrier_t* full) {
  const float *from = cells - past_16(cells), *end = from + (past_16(cells) + count + 3) / 4 * 4;
  if (from < grid) *reinterpret_cast<float4*>(to) = fours[0], from += 4, to += 16;
  if (end > past_grid) *reinterpret_cast<float4*>(to + 4 * (end - from) - 16) = fours[1], end -= 4;
  tell_the_copies();  // which will write there later
  if (end > from) fetch(to, from, unsigned(end - from) * 4, full);
  else __mbarrier_arrive(full);
}

}  // namespace bulk
