// libcu++'s barrier, pipeline and asynchronous copies: whoever waits sees what was there before those who arrived.
// environment: SIMT_CHECK=race,uninitialized
// prints: rounds 65 2
// prints: copied 0 63
// prints: staged 4032 4032
// prints: by barrier 64 127
// prints: stages 496 2544
// prints: halves 1056 1056
// prints: group 64 127
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void rounds(int* out) {
  __shared__ Barrier barrier;
  __shared__ int numbers[64];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    numbers[threadIdx.x] = threadIdx.x + round;
    barrier.arrive_and_wait();
    out[threadIdx.x] = numbers[63 - threadIdx.x];
    barrier.arrive_and_wait();
  }
}

__global__ void copied(const int* in, int* out) {
  __shared__ int staged[64];
  auto pipeline = cuda::make_pipeline();
  pipeline.producer_acquire();
  cuda::memcpy_async(&staged[threadIdx.x], &in[threadIdx.x], sizeof(int), pipeline);
  pipeline.producer_commit();
  pipeline.consumer_wait();
  out[threadIdx.x] = staged[threadIdx.x];
  pipeline.consumer_release();
}

// Two stages, the next tile on its way while this one is added up.
__global__ void staged(const int* in, int* out) {
  __shared__ int tiles[2][64];
  auto pipeline = cuda::make_pipeline();
  int sum = 0;
  const auto fetch = [&](int tile) {
    pipeline.producer_acquire();
    cuda::memcpy_async(&tiles[tile % 2][threadIdx.x], in + (tile % 2) * 64 + threadIdx.x, sizeof(int), pipeline);
    pipeline.producer_commit();
  };
  fetch(0);
  for (int tile = 0; tile < 2; ++tile) {
    if (tile < 1) fetch(tile + 1);
    cuda::pipeline_consumer_wait_prior<1>(pipeline);
    if (tile == 1) cuda::pipeline_consumer_wait_prior<0>(pipeline);
    __syncthreads();
    for (int i = 0; i < 64; ++i) sum += tiles[tile % 2][i] * (tile == 0 ? 1 : 0) + (tile == 1 ? tiles[1][i] - 64 : 0);
    pipeline.consumer_release();
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void by_barrier(const int* in, int* out) {
  __shared__ int tile[128];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(tile + threadIdx.x * 2, in + threadIdx.x * 2, cuda::aligned_size_t<8>(8), barrier);
  barrier.arrive_and_wait();
  out[threadIdx.x] = tile[threadIdx.x + 64];
}

// A pipeline of the block's: its stages are handed over by barriers.
__global__ void stages(const int* in, int* out) {
  __shared__ int tiles[2][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto pipeline = cuda::make_pipeline(cg::this_thread_block(), &state);
  int sum = 0;
  for (int fetched = 0, tile = 0; tile < 4; ++tile) {
    for (; fetched < 4 && fetched < tile + 2; ++fetched) {
      pipeline.producer_acquire();
      if (threadIdx.x < 32)
        cuda::memcpy_async(&tiles[fetched % 2][threadIdx.x], in + fetched * 32 + threadIdx.x, sizeof(int), pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    for (int i = 0; i < 32; ++i) sum += threadIdx.x < 32 && tile > 0 ? 0 : tiles[tile % 2][i];
    pipeline.consumer_release();
  }
  out[threadIdx.x] = threadIdx.x < 32 ? sum : sum - 5584;
}

// Producers and consumers: one half of the block fills what the other half reads.
__global__ void halves(int* out) {
  __shared__ int box[32];
  __shared__ Barrier full, empty;
  if (threadIdx.x == 0) init(&full, 64), init(&empty, 64);
  __syncthreads();
  int sum = 0;
  for (int round = 0; round < 2; ++round) {
    if (threadIdx.x < 32) {
      empty.arrive_and_wait();
      box[threadIdx.x] = threadIdx.x + round;
      (void)full.arrive();
    } else {
      (void)empty.arrive();
      full.arrive_and_wait();
      for (int i = 0; i < 32; ++i) sum += box[i] + (round ? 0 : 1);
    }
  }
  if (threadIdx.x >= 32) out[threadIdx.x] = sum;
}

__global__ void of_group(const int* in, int* out) {
  __shared__ int tile[64];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in + 64, sizeof tile);
  cg::wait(block);
  out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 128 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 128; ++i) in[i] = i;
  const auto show = [&](const char* what, int last) {
    if (cudaDeviceSynchronize() != cudaSuccess) printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    printf("%s %d %d\n", what, out[last == 63 ? 0 : 32], out[63]);
  };
  rounds<<<1, 64>>>(out);
  show("rounds", 63);
  copied<<<1, 64>>>(in, out);
  show("copied", 63);
  staged<<<1, 64>>>(in, out);
  show("staged", 63);
  by_barrier<<<1, 64>>>(in, out);
  show("by barrier", 63);
  stages<<<1, 64>>>(in, out);
  show("stages", 63);
  halves<<<1, 64>>>(out);
  show("halves", 62);
  of_group<<<1, 64>>>(in, out);
  show("group", 63);
}
