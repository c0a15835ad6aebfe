// Held out: cuda::pipeline of a thread and of a block, with roles, and copies that a cuda::barrier counts.
#include <cooperative_groups.h>

#include <cuda/barrier>
#include <cuda/pipeline>

#include "results.cuh"

namespace cg = cooperative_groups;

template <int stages>
__global__ void block_pipeline(float* out, const float* in, int tiles) {
  __shared__ float ring[stages][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  const auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  float sum = 0;
  for (int tile = 0, next = 0; tile < tiles; ++tile) {
    for (; next < tiles && next < tile + stages; ++next) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, ring[next % stages], in + next * 128, sizeof(float) * 128, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += ring[tile % stages][127 - threadIdx.x];
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

// The first warp fetches, the others sum.
__global__ void roles(float* out, const float* in, int tiles) {
  constexpr int stages = 2;
  __shared__ alignas(16) float ring[stages][96];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  const auto block = cg::this_thread_block();
  const bool fetches = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline(block, &state, fetches ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  if (fetches) {
    for (int tile = 0; tile < tiles; ++tile) {
      pipe.producer_acquire();
      for (int k = threadIdx.x; k < 96; k += 32)
        cuda::memcpy_async(&ring[tile % stages][k], &in[tile * 96 + k], cuda::aligned_size_t<4>(4), pipe);
      pipe.producer_commit();
    }
  } else {
    float sum = 0;
    for (int tile = 0; tile < tiles; ++tile) {
      pipe.consumer_wait();
      sum += ring[tile % stages][threadIdx.x - 32] + ring[tile % stages][127 - threadIdx.x];
      pipe.consumer_release();
    }
    out[threadIdx.x - 32] = sum;
  }
}

__global__ void thread_pipeline(float2* out, const float2* in) {
  __shared__ float2 ring[2][64];
  auto pipe = cuda::make_pipeline();
  const int t = threadIdx.x;
  for (int s = 0; s < 2; ++s) {
    pipe.producer_acquire();
    cuda::memcpy_async(&ring[s][t], &in[s * 64 + t], cuda::aligned_size_t<8>(8), pipe);
    pipe.producer_commit();
  }
  float2 sum = {0, 0};
  for (int tile = 0; tile < 6; ++tile) {
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    const float2 v = ring[tile % 2][t];
    sum.x += v.x;
    sum.y -= v.y;
    pipe.consumer_release();
    pipe.producer_acquire();
    if (tile + 2 < 6) cuda::memcpy_async(&ring[tile % 2][t], &in[(tile + 2) * 64 + t], cuda::aligned_size_t<8>(8), pipe);
    pipe.producer_commit();
  }
  out[t] = sum;
}

__global__ void counted_by_barrier(float* out, const float* in, int tiles) {
  __shared__ float s[256];
  __shared__ cuda::barrier<cuda::thread_scope_block> full;
  const auto block = cg::this_thread_block();
  if (threadIdx.x == 0) init(&full, blockDim.x);
  block.sync();
  float sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    cuda::memcpy_async(block, s, in + tile * 256, sizeof(float) * 256, full);
    full.arrive_and_wait();
    sum += s[threadIdx.x] + s[255 - threadIdx.x];
    block.sync();
  }
  out[threadIdx.x] = sum;
}

__global__ void counted_each(float4* out, const float4* in) {
  __shared__ float4 s[128];
  __shared__ cuda::barrier<cuda::thread_scope_block> full;
  if (threadIdx.x == 0) init(&full, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], cuda::aligned_size_t<16>(16), full);
  auto token = full.arrive();
  full.wait(std::move(token));
  out[threadIdx.x] = s[127 - threadIdx.x];
}

// libcu++ may choose a bulk copy here.
__global__ void block_aligned(float* out, const float* in) {
  __shared__ alignas(16) float s[512];
  __shared__ cuda::barrier<cuda::thread_scope_block> full;
  const auto block = cg::this_thread_block();
  if (threadIdx.x == 0) init(&full, blockDim.x);
  block.sync();
  cuda::memcpy_async(block, s, in, cuda::aligned_size_t<16>(sizeof s), full);
  full.arrive_and_wait();
  for (int i = threadIdx.x; i < 512; i += blockDim.x) out[i] = s[511 - i];
}

__global__ void ping_pong(int* out, const int* in) {
  __shared__ int s[128];
  __shared__ cuda::barrier<cuda::thread_scope_block> ready, filled;
  if (threadIdx.x == 0) {
    init(&ready, 128);
    init(&filled, 128);
  }
  __syncthreads();
  if (threadIdx.x < 64) {
    for (int k = 0; k < 4; ++k) {
      ready.arrive_and_wait();
      s[threadIdx.x] = in[k * 64 + threadIdx.x];
      auto token = filled.arrive();
    }
  } else {
    auto first = ready.arrive();
    int sum = 0;
    for (int k = 0; k < 4; ++k) {
      filled.arrive_and_wait();
      sum += s[127 - threadIdx.x];
      if (k < 3) auto token = ready.arrive();
    }
    out[threadIdx.x - 64] = sum;
  }
}

int main() {
  constexpr int n = 8192;
  float* a = filled<float>(n, [](size_t i) { return float(i * 29 % 41); });
  float* out = zeros<float>(n);
  measured("block, one stage", out, n, [&] { block_pipeline<1><<<1, 128>>>(out, a, 4); });
  measured("block, two stages", out, n, [&] { block_pipeline<2><<<1, 128>>>(out, a, 5); });
  measured("block, four stages", out, n, [&] { block_pipeline<4><<<1, 128>>>(out, a, 9); });
  measured("roles", out, n, [&] { roles<<<1, 128>>>(out, a, 6); });
  measured("thread", out, n, [&] { thread_pipeline<<<1, 64>>>((float2*)out, (float2*)a); });
  measured("counted by barrier", out, n, [&] { counted_by_barrier<<<1, 128>>>(out, a, 3); });
  measured("counted each", out, n, [&] { counted_each<<<1, 128>>>((float4*)out, (float4*)a); });
  measured("block, aligned 16", out, n, [&] { block_aligned<<<1, 128>>>(out, a); });
  measured("ping pong", out, n, [&] { ping_pong<<<1, 128>>>((int*)out, (int*)a); });
  return finish();
}
