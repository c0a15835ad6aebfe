// <cuda_pipeline.h>: asynchronous copies from global to shared memory by a thread.
// Source: CUDA C++ Programming Guide, "Pipeline Primitives Interface".
#pragma once

#include "cuda_awbarrier_primitives.h"
#include "cuda_runtime.h"
#include "simt/copies.h"

// 4, 8 or 16 bytes, of which the last `zeros` are zeros and are not read.
inline __attribute__((always_inline)) void __pipeline_memcpy_async(
    void* to_shared, const void* from_global, std::size_t bytes, std::size_t zeros = 0) {
  if (bytes == 4 || bytes == 8 || bytes == 16)
    simt_copy_begin(to_shared, from_global, unsigned(bytes), unsigned(bytes - zeros));
  else simt_trap("__pipeline_memcpy_async() with a size that is not 4, 8 or 16");
}
inline __attribute__((always_inline)) void __pipeline_commit() { simt_copy_commit(); }
// For all committed but the newest `keep`; the hardware counts no further than 8.
inline __attribute__((always_inline)) void __pipeline_wait_prior(std::size_t keep) {
  simt_copy_wait(keep < 8 ? keep : 8);
}
// As many more arrivals are expected as come.
inline __attribute__((always_inline)) void __pipeline_arrive_on(__mbarrier_t* barrier) { simt_copy_arrive(barrier, 0); }
