// Threads that return in front of a barrier: legal since Volta, so worth a note each and no finding.
// environment: SIMT_CHECK=all
// expect: clean
// notes: barrier line 23 block (3,0,0) thread (0,0,0) says "block (3,0), thread (4,0) has returned without coming there, barrier_early_end.cu line 21: legal since Volta"
// notes: barrier line 30 block (0,0,0) thread (0,0,0) says "thread (32,0) has returned without coming there"
// notes: barrier line 39 block (0,0,0) thread (2,0,0) says "thread (0,0) has returned without coming there"
// notes: barrier line 48 block (0,0,0) thread (0,0,0) says "thread (7,0) has returned without coming there"
// notes: barrier line 60 block (0,0,0) thread (16,0,0) says "thread (0,0) has returned without coming there"
// notes: barrier line 67 block (0,0,0) thread (0,0,0) says "thread (90,0) has returned without coming there"
// notes: barrier line 75 block (0,0,0) thread (0,0,0) says "thread (40,0) has returned without coming there"
// notes: barrier line 81 block (0,0,0) thread (0,0,0) says "thread (48,0) has returned without coming there"
// notes: barrier line 91 block (0,0,0) thread (16,0,0) says "thread (0,0) has returned without coming there"
// prints: 30 of 90 divide by three
#include <cooperative_groups.h>
#include <cstdio>

__device__ int sink[256];

__global__ void of_a_lane(int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  sink[i] = i;
  __syncthreads();
  sink[i] += 1;
}

__global__ void of_a_warp() {
  if (threadIdx.x >= 32) return;
  sink[threadIdx.x] = 1;
  __syncthreads();
  sink[threadIdx.x] += 1;
}

// Every other round one thread fewer; each has done its part in front of the barrier.
__global__ void in_a_loop() {
  for (int round = 0; round < 8; ++round) {
    sink[threadIdx.x] = round;
    if (round == int(threadIdx.x) / 2) return;
    __syncthreads();
    sink[threadIdx.x] += 1;
  }
}

__global__ void before_the_second() {
  __shared__ int tile[64];
  tile[threadIdx.x] = sink[threadIdx.x];
  if (threadIdx.x == 7) return;
  __syncthreads();
  sink[threadIdx.x] = tile[(threadIdx.x & 1) + 8];
  __syncthreads();  // not noted again
  tile[threadIdx.x] = 1;
}

// What a thread does before it leaves, it has not done behind the barrier.
__global__ void with_a_last_store() {
  if (threadIdx.x < 16) {
    sink[threadIdx.x + 100] = 0;
    return;
  }
  __syncthreads();
  sink[threadIdx.x] = 1;
}

__global__ void counted() {
  if (threadIdx.x >= 90) return;
  // Who has ended has no vote.
  const int count = __syncthreads_count(threadIdx.x % 3 == 0);
  if (threadIdx.x == 0) sink[0] = count;
}

__global__ void of_a_group() {
  const auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() >= 40) return;
  sink[block.thread_rank()] = 1;
  block.sync();
  sink[block.thread_rank()] = 2;
}

__device__ __noinline__ void fill(int* tile, int i) {
  tile[i] = i;
  __syncthreads();
  sink[i] = tile[i ^ 1];
}
__device__ __noinline__ void in_a_function(int* tile, int i) { fill(tile, i); }

// Its loop is over before the others come to the barrier.
__global__ void after_a_loop(int rounds) {
  int sum = 0;
  for (int i = 0; i < rounds + int(threadIdx.x); ++i) sum += sink[i];
  if (threadIdx.x < 16) return;
  __syncthreads();
  sink[threadIdx.x] = sum;
}

__global__ void calls_a_function() {
  __shared__ int tile[64];
  if (threadIdx.x >= 48) return;
  in_a_function(tile, threadIdx.x);
}

int main() {
  of_a_lane<<<4, 32>>>(100);
  of_a_warp<<<1, 96>>>();
  in_a_loop<<<1, 64>>>();
  before_the_second<<<1, 64>>>();
  with_a_last_store<<<1, 32>>>();
  counted<<<1, 128>>>();
  int count = 0;
  cudaMemcpyFromSymbol(&count, sink, sizeof count);
  of_a_group<<<1, 64>>>();
  calls_a_function<<<1, 64>>>();
  after_a_loop<<<1, 32>>>(5);
  printf("%d of 90 divide by three\n", count);
  return cudaDeviceSynchronize();
}
