// Threads that go round a barrier and do something behind it: the others may have waited for that in vain.
// environment: SIMT_CHECK=all
// expect: barrier line 19 block (0,0,0) thread (0,0,0) says "thread (16,0) goes round it, writes memory behind it, barrier_gone_round.cu line 20, and ends"
// expect: barrier line 24 block (0,0,0) thread (0,0,0) says "thread (32,0) goes round it, writes memory behind it, barrier_gone_round.cu line 25, and ends"
// expect: barrier line 32 block (0,0,0) thread (0,0,0) says "thread (16,0) goes round it, reads memory behind it, barrier_gone_round.cu line 33, and ends"
// expect: barrier line 37 block (0,0,0) thread (0,0,0) says "thread (20,0) goes round it, updates memory behind it, barrier_gone_round.cu line 38, and ends"
// expect: barrier line 42 block (0,0,0) thread (0,0,0) says "thread (32,0) goes round it, meets its warp behind it, barrier_gone_round.cu line 43, and ends"
// expect: barrier line 51 block (0,0,0) thread (0,0,0) says "thread (3,0) goes round it, writes memory behind it, barrier_gone_round.cu line 53, and ends"
// expect: barrier line 60 block (0,0,0) thread (0,0,0) says "thread (3,0) goes round it, writes memory behind it, barrier_gone_round.cu line 58, and ends"
// expect: barrier line 66 block (0,0,0) thread (0,0,0) says "thread (16,0) goes round it, writes memory behind it, barrier_gone_round.cu line 67, and ends"
// expect: barrier line 73 block (0,0,0) thread (0,0,0) says "thread (16,0) goes round it, writes memory behind it, barrier_gone_round.cu line 74, and ends"
// expect: barrier line 84 block (0,0,0) thread (16,0,0) says "thread (20,0) goes round it, writes memory behind it, barrier_gone_round.cu line 85, and ends"
#include <cooperative_groups.h>
#include <cstdio>

__device__ int out[256];

__global__ void then_store() {
  if (threadIdx.x < 16) __syncthreads();
  out[threadIdx.x] = 2;
}

__global__ void whole_warp_then_store() {
  if (threadIdx.x < 32) __syncthreads();
  out[threadIdx.x] = 2;
}

// Only a load of shared memory, whose value matters to one thread.
__global__ void then_load() {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 16) __syncthreads();
  if (tile[threadIdx.x] == 5) out[0] = 1;
}

__global__ void then_atomic() {
  if (threadIdx.x != 20) __syncthreads();
  atomicAdd(out, 1);
}

__global__ void then_vote() {
  if (threadIdx.x < 32) __syncthreads();
  const unsigned votes = __ballot_sync(0xffffffff, threadIdx.x & 1);
  if (threadIdx.x == 0) out[0] = int(votes);
}

// Thread 3 leaves the loop after one round, and stores behind it.
__global__ void in_a_loop() {
  for (int round = 0; round < 3; ++round) {
    if (threadIdx.x == 3 && round == 1) break;
    __syncthreads();
  }
  out[threadIdx.x] = 4;
}

__global__ void next_round() {
  for (int round = 0; round < 3; ++round) {
    out[threadIdx.x] = round;
    if (threadIdx.x == 3) continue;
    __syncthreads();
  }
}

// What it did behind is long ago when it ends.
__global__ void then_nothing_for_long(int rounds) {
  if (threadIdx.x < 16) cooperative_groups::this_thread_block().sync();
  out[threadIdx.x] = 2;
  float x = threadIdx.x;
  for (int i = 0; i < rounds; ++i) x = x * x + 1;
  if (x == 0.5f) out[0] = 1;
}

__device__ __noinline__ void wait_for_all() { __syncthreads(); }
__device__ __noinline__ void store(int value) { out[threadIdx.x] = value; }

__global__ void in_functions() {
  if (threadIdx.x < 16) wait_for_all();
  store(3);
}

// The first 16 threads end, which is legal; thread 20 goes round.
__global__ void some_end() {
  if (threadIdx.x < 16) return;
  if (threadIdx.x != 20) __syncthreads();
  out[threadIdx.x] = 1;
}

int main() {
  then_store<<<1, 32>>>();
  whole_warp_then_store<<<1, 64>>>();
  then_load<<<1, 32>>>();
  then_atomic<<<1, 32>>>();
  then_vote<<<1, 64>>>();
  in_a_loop<<<1, 32>>>();
  next_round<<<1, 32>>>();
  then_nothing_for_long<<<1, 32>>>(1000);
  in_functions<<<1, 32>>>();
  some_end<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
