// Calibration: asynchronous copies by threads, and what waits for them. Bulk copies are in bulk.cu.
// Run: python3 tests/simt/calibrate.py tests/simt/calibration/copies.cu
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include <cuda/pipeline>

#include "calibration.cuh"

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

// A row that begins anywhere, and a block that is no multiple of a warp.
__global__ void shifted(const int* in, int* out, int shift) {
  __shared__ int tile[words];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x + shift], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = tile[threadIdx.x];
}

template <int bytes>
__global__ void narrow_zeros(const int* in, int* out, int zeros) {
  __shared__ alignas(16) int tile[words];
  const int at = int(threadIdx.x) * (bytes / 4);
  __pipeline_memcpy_async(&tile[at], &in[at], bytes, zeros);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = tile[at];
}

// Lanes behind the end of the row copy nothing and get zeros, as at the edge of a matrix.
__global__ void edge(const int* in, int* out, int length) {
  __shared__ int tile[256];
  const bool inside = int(threadIdx.x) < length;
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[inside ? threadIdx.x : 0], 4, inside ? 0 : 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = tile[threadIdx.x];
}

template <int bytes>
__global__ void by_thread_pipeline(const char* in, int* out, int stages) {
  __shared__ alignas(16) char ring[4][256 * bytes];
  auto pipe = cuda::make_pipeline();
  for (int stage = 0; stage < stages; ++stage) {
    pipe.producer_acquire();
    const int at = (stage * 256 + int(threadIdx.x)) * bytes;
    cuda::memcpy_async(&ring[stage][threadIdx.x * bytes], in + at, cuda::aligned_size_t<bytes>(bytes), pipe);
    pipe.producer_commit();
  }
  int sum = 0;
  for (int stage = 0; stage < stages; ++stage) {
    pipe.consumer_wait();
    sum += *reinterpret_cast<const int*>(&ring[stage][threadIdx.x * bytes]);
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

// The same tile by a plain load and store, a register between them.
__global__ void through_registers(const int4* in, int4* out) {
  __shared__ int4 tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[255 - threadIdx.x];
}
__global__ void without_registers(const int4* in, int4* out) {
  __shared__ int4 tile[256];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = tile[255 - threadIdx.x];
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
  }
  for (const int tiles : {1, 2, 8}) {
    label("two buffers, %ld tiles", tiles);
    two_buffers<<<2, 256>>>(in, out, tiles);
  }
  for (const int bytes : {64, 250, 1024}) {
    label("group of short, %ld bytes", bytes);
    by_group<short><<<2, 256>>>(reinterpret_cast<const short*>(in), out, bytes);
  }
  for (const int shift : {1, 3, 8, 31}) {
    label("shifted by %ld", shift);
    shifted<<<2, 144>>>(in, out, shift);
  }
  for (const int zeros : {1, 2, 3, 4}) {
    label("zeros %ld of 4", zeros);
    narrow_zeros<4><<<2, 128>>>(in, out, zeros);
  }
  for (const int zeros : {2, 4, 6, 8}) {
    label("zeros %ld of 8", zeros);
    narrow_zeros<8><<<2, 128>>>(in, out, zeros);
  }
  for (const int length : {0, 1, 40, 100, 255}) {
    label("edge at %ld", length);
    edge<<<2, 256>>>(in, out, length);
  }
  for (const int stages : {1, 3}) {
    label("pipeline of 4 bytes, %ld stages", stages);
    by_thread_pipeline<4><<<2, 256>>>(reinterpret_cast<const char*>(in), out, stages);
    label("pipeline of 8 bytes, %ld stages", stages);
    by_thread_pipeline<8><<<2, 256>>>(reinterpret_cast<const char*>(in), out, stages);
  }
  label("pipeline of 16 bytes");
  by_thread_pipeline<16><<<2, 128>>>(reinterpret_cast<const char*>(in), out, 2);
  label("through registers");
  through_registers<<<2, 256>>>(reinterpret_cast<const int4*>(in), reinterpret_cast<int4*>(out));
  label("without registers");
  without_registers<<<2, 256>>>(reinterpret_cast<const int4*>(in), reinterpret_cast<int4*>(out));
  return finish();
}
