// <cuda_pipeline.h>: asynchronous copies from global to shared memory by a thread, done here at once.
// Source: CUDA C++ Programming Guide, "Pipeline Primitives Interface".
#pragma once

#include "cuda_awbarrier_primitives.h"
#include "cuda_runtime.h"

// 4, 8 or 16 bytes, of which the last `zeros` are zeros and are not read.
inline __attribute__((always_inline)) void __pipeline_memcpy_async(
    void* to_shared, const void* from_global, std::size_t bytes, std::size_t zeros = 0) {
  const auto to = (unsigned long long)(to_shared), from = (unsigned long long)(from_global);
  const unsigned there = unsigned(bytes - zeros);
  if (bytes == 16) ::simt::ptx::copy_piece<16>(to, from, there);
  else if (bytes == 8) ::simt::ptx::copy_piece<8>(to, from, there);
  else if (bytes == 4) ::simt::ptx::copy_piece<4>(to, from, there);
  else simt_trap("__pipeline_memcpy_async() with a size that is not 4, 8 or 16");
}
inline __attribute__((always_inline)) void __pipeline_commit() {}
inline __attribute__((always_inline)) void __pipeline_wait_prior(std::size_t) {}
// As many more arrivals are expected as come: there is nothing left to wait for.
inline __attribute__((always_inline)) void __pipeline_arrive_on(__mbarrier_t*) {}
