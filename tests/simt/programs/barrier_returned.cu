// Threads that return in front of a barrier: legal since Volta, and a note. Barriers that the whole block comes to: nothing.
// compute-sanitizer's synccheck reports none of these (H200, driver 580.159.04, CUDA 13.0, nvcc -O3, 2026-11-22).
// expect: clean
// notes: barrier line 23 block (0,0,0) thread (0,0,0) says "thread (48,0) has returned without coming there, barrier_returned.cu line 21"
// notes: barrier line 32 block (0,0,0) thread (0,0,0) says "thread (32,0) has returned without coming there, barrier_returned.cu line 30"
// notes: barrier line 40 block (0,0,0) thread (0,0,0) says "thread (16,0) has returned without coming there, barrier_returned.cu line 44"
// notes: barrier line 53 block (0,0,0) thread (0,0,0) says "thread (16,0) has returned without coming there, barrier_returned.cu line 51"
// notes: barrier line 66 block (0,0,0) thread (0,0,0) says "thread (48,0) has returned without coming there, barrier_returned.cu line 64"
// notes: barrier line 78 block (0,0,0) thread (2,0,0) says "thread (0,0) has returned without coming there, barrier_returned.cu line 77"
// notes: barrier line 90 block (0,0,0) thread (0,0,0) says "thread (16,0) has returned without coming there, barrier_returned.cu line 87"
// notes: barrier line 102 block (0,0,0) thread (0,0,0) says "thread (16,0) has returned without coming there, barrier_returned.cu line 99"
// notes: barrier line 113 block (0,0,0) thread (0,0,0) says "thread (16,0) has returned without coming there, barrier_returned.cu line 111"
#include <cooperative_groups.h>

#define T ((int)threadIdx.x)
__device__ int out[1024], in[64];

__global__ void lanes_return() {
  __shared__ int s[256];
  if (T >= 48)
    return;
  s[T] = T;
  __syncthreads();
  out[T] = s[T ^ 1];
}

__global__ void a_warp_returns() {
  __shared__ int s[256];
  if (T >= 32)
    return;
  s[T] = T;
  __syncthreads();
  out[T] = s[T ^ 1];
}

__global__ void returns_in_else() {
  __shared__ int s[256];
  if (T < 16) {
    s[T] = T;
    __syncthreads();
    out[T] = s[T ^ 1];
  } else {
    out[T + 256] = 2;
    return;
  }
  out[T + 512] = 3;
}

__device__ __noinline__ void helper(int* s) {
  if (T >= 16)
    return;
  s[T] = T;
  __syncthreads();
  out[T] = s[T ^ 1];
}
__global__ void helper_returns() {
  __shared__ int s[256];
  helper(s);
}

__global__ void two_barriers_behind() {
  __shared__ int s[256];
  if (T >= 48)
    return;
  s[T] = T;
  __syncthreads();
  out[T] = s[T ^ 1];
  __syncthreads();
  s[T] = 2;
}

__global__ void returns_in_a_loop() {
  __shared__ int s[256];
  for (int i = 0; i < 8; ++i) {
    s[T] = i;
    if (i == T / 2)
      return;
    __syncthreads();
    out[T] += s[T ^ 1];
  }
}

__global__ void works_then_returns() {
  __shared__ int s[256];
  if (T >= 16) {
    out[T + 256] = 2;
    return;
  }
  s[T] = T;
  __syncthreads();
  out[T] = s[T ^ 1];
}

__global__ void by_data_returns() {
  __shared__ int s[256];
  s[T] = in[T];
  if (in[T] != 0) {
    out[T + 256] = in[T] + 1;
    return;
  }
  s[T] = T;
  __syncthreads();
  out[T] = s[T ^ 1];
}

__global__ void returns_between() {
  __shared__ int s[256];
  s[T] = T;
  __syncthreads();
  if (T >= 16)
    return;
  out[T] = s[T ^ 1];
  __syncthreads();
  s[T] = 2;
}

__global__ void whole_block(int yes) {
  __shared__ int s[256];
  if (yes) {
    s[T] = T;
    __syncthreads();
    out[T] = s[T ^ 1];
  } else {
    out[T + 256] = 2;
  }
  out[T + 512] = 3;
}

__global__ void partial_warp() {
  __shared__ int s[256];
  s[T] = T;
  __syncthreads();
  out[T] = s[T ^ 1];
}

int main() {
  int side[64];
  for (int i = 0; i < 64; ++i)
    side[i] = i >= 16;
  cudaMemcpyToSymbol(in, side, sizeof side);
  lanes_return<<<1, 64>>>();
  a_warp_returns<<<1, 64>>>();
  returns_in_else<<<1, 64>>>();
  helper_returns<<<1, 64>>>();
  two_barriers_behind<<<1, 64>>>();
  returns_in_a_loop<<<1, 64>>>();
  works_then_returns<<<1, 64>>>();
  by_data_returns<<<1, 64>>>();
  returns_between<<<1, 64>>>();
  whole_block<<<1, 64>>>(1);
  partial_warp<<<1, 48>>>();
  return cudaDeviceSynchronize();
}
