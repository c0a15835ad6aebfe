// Calibration, not measured yet: asynchronous copies by threads and in bulk, and what waits for them.
// Run: python3 tests/simt/calibrate.py tests/simt/calibration/unmeasured/copies.cu     on a GPU of compute capability 9.0
//
// Until then this is what the simulator counts: a copy of a thread as a load from global and a store to shared memory, a bulk
// copy as such of 16 bytes each by one thread. It is to be asked whether ncu has the first under op_ldgsts alone, and the second
// under none of the names of loads and stores. When it is measured, the file moves up into calibration/.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include <cstdint>

#include "../calibration.cuh"

namespace cg = cooperative_groups;
constexpr int words = 4096;

template <int bytes>
__global__ void strided(const int* in, int* out, int stride) {
  __shared__ alignas(16) int tile[words];
  const int at = int(threadIdx.x) * stride * (bytes / 4) % words;
  __pipeline_memcpy_async(&tile[at], &in[at], bytes);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = tile[at];
}

// Neighbours in global memory, apart by a stride in shared memory: which banks meet.
__global__ void scattered(const int* in, int* out, int stride) {
  __shared__ int tile[words];
  const int at = int(threadIdx.x) * stride % words;
  __pipeline_memcpy_async(&tile[at], &in[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = tile[at];
}

__global__ void some_lanes(const int* in, int* out, int lanes) {
  __shared__ int tile[256];
  tile[threadIdx.x] = 0;
  __syncthreads();
  if (int(threadIdx.x % 32) < lanes) __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = tile[threadIdx.x];
}

__global__ void with_zeros(const int* in, int* out, int zeros) {
  __shared__ alignas(16) int tile[1024];
  __pipeline_memcpy_async(&tile[threadIdx.x * 4], &in[threadIdx.x * 4], 16, zeros);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = tile[threadIdx.x * 4];
}

// By its type a group copies pieces of 4 or 16 bytes.
template <typename T>
__global__ void by_group(const T* in, int* out, int bytes) {
  __shared__ alignas(16) T tile[words * 4 / sizeof(T)];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, bytes);
  cg::wait(block);
  out[threadIdx.x] = reinterpret_cast<const int*>(tile)[threadIdx.x % (bytes / 4)];
}

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

// Two buffers, the other one on its way.
__global__ void two_buffers(const int* in, int* out, int tiles) {
  __shared__ int buffer[2][256];
  const int me = threadIdx.x;
  const auto fetch = [&](int tile) {
    if (tile < tiles) __pipeline_memcpy_async(&buffer[tile % 2][me], &in[tile * 256 + me], 4);
    __pipeline_commit();
  };
  fetch(0);
  int sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    fetch(tile + 1);
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += buffer[tile % 2][255 - me];
    __syncthreads();
  }
  out[me] = sum;
}

int main() {
  const int* in = filled<int>(1 << 16, [](size_t i) { return int(i); });
  int* out = zeros<int>(1 << 16);
  for (const int stride : {1, 2, 8, 32}) {
    label("4 bytes, stride %ld", stride);
    strided<4><<<2, 128>>>(in, out, stride);
    label("8 bytes, stride %ld", stride);
    strided<8><<<2, 64>>>(in, out, stride);
    label("16 bytes, stride %ld", stride);
    strided<16><<<2, 32>>>(in, out, stride);
    label("scattered, stride %ld", stride);
    scattered<<<2, 128>>>(in, out, stride);
  }
  for (const int lanes : {1, 7, 16, 31}) {
    label("lanes %ld", lanes);
    some_lanes<<<2, 256>>>(in, out, lanes);
  }
  for (const int zeros : {0, 4, 12, 16}) {
    label("zeros %ld", zeros);
    with_zeros<<<2, 256>>>(in, out, zeros);
  }
  for (const int bytes : {64, 1024, 4096, 16384}) {
    label("group of int, %ld bytes", bytes);
    by_group<int><<<2, 256>>>(in, out, bytes);
    label("group of int4, %ld bytes", bytes);
    by_group<int4><<<2, 256>>>(reinterpret_cast<const int4*>(in), out, bytes);
    label("bulk in, %ld bytes", bytes);
    bulk_in<<<2, 128>>>(in, out, bytes);
    label("bulk out, %ld bytes", bytes);
    bulk_out<<<1, 128>>>(out, bytes);
  }
  for (const int tiles : {1, 2, 8}) {
    label("two buffers, %ld tiles", tiles);
    two_buffers<<<2, 256>>>(in, out, tiles);
  }
  return finish();
}
