// What asynchronous and bulk copies find in the caches. Each block copies its own 8 KiB twice into shared memory, or out of it.
#include <cuda/barrier>
#include <cuda_pipeline.h>

#include "../caches.cuh"

template <int bytes>
__global__ void by_threads(float* out, const float* in) {
  __shared__ alignas(16) float tile[2048];
  const float* own = in + size_t(blockIdx.x) * 2048;
  for (int round = 0; round < 2; ++round) {
    for (int i = threadIdx.x * bytes / 4; i < 2048; i += blockDim.x * bytes / 4)
      __pipeline_memcpy_async(&tile[i], &own[i], bytes);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
  }
  out[index()] = tile[threadIdx.x];
}
__global__ void in_bulk(float* out, const float* in, int times) {
  __shared__ alignas(128) float tile[2048];
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  if (threadIdx.x == 0) init(&ready, blockDim.x);
  __syncthreads();
  for (int round = 0; round < times; ++round) {
    cuda::barrier<cuda::thread_scope_block>::arrival_token token;
    if (threadIdx.x == 0) {
      cuda::device::memcpy_async_tx(tile, in + size_t(blockIdx.x) * 2048, cuda::aligned_size_t<16>(8192), ready);
      token = cuda::device::barrier_arrive_tx(ready, 1, 8192);
    } else {
      token = ready.arrive();
    }
    ready.wait(std::move(token));
    __syncthreads();
  }
  out[index()] = tile[threadIdx.x];
}
__global__ void out_in_bulk(float* out) {
  __shared__ alignas(128) float tile[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) tile[i] = float(i);
  cuda::device::experimental::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::device::experimental::cp_async_bulk_shared_to_global(out + size_t(blockIdx.x) * 2048, tile, 8192);
    cuda::device::experimental::cp_async_bulk_commit_group();
    cuda::device::experimental::cp_async_bulk_wait_group_read<0>();
  }
}

int main() {
  float *in = zeros<float>(1 << 22), *out = zeros<float>(1 << 22);
  label("twice by 4 bytes a thread");
  by_threads<4><<<1024, 128>>>(out, in);
  label("twice by 8 bytes a thread");
  by_threads<8><<<1024, 128>>>(out, in);
  label("twice by 16 bytes a thread");
  by_threads<16><<<1024, 128>>>(out, in);
  label("once in bulk");
  in_bulk<<<1024, 128>>>(out, in, 1);
  label("twice in bulk");
  in_bulk<<<1024, 128>>>(out, in, 2);
  label("out of shared memory in bulk");
  out_in_bulk<<<1024, 128>>>(out);
  return finish();
}
