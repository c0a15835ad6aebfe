// Threads that come to another barrier than others of their block, or to the kernel's end round it. Each kernel says what
// compute-sanitizer's synccheck reports of it (H200, driver 580.159.04, CUDA 13.0, nvcc -O3, 2026-11-22): nvcc has put the
// barrier under a predicate here, or the others wait at another one.
// expect: barrier line 23 block (0,0,0) thread (0,0,0) says "block (0,0), thread (16,0) goes another way, last writes memory, barrier_reported.cu line 21, and ends"
// expect: barrier line 33 block (0,0,0) thread (0,0,0) says "block (0,0), thread (1,0) goes round it, writes memory behind it, barrier_reported.cu line 37, and ends"
// expect: barrier line 47 block (0,0,0) thread (16,0,0) says "block (0,0), thread (0,0) goes round it, writes memory behind it, barrier_reported.cu line 48, and ends"
// expect: barrier line 57 block (0,0,0) thread (0,0,0) says "block (0,0), thread (16,0) waits at __syncthreads, barrier_reported.cu line 61"
// expect: barrier line 71 block (0,0,0) thread (0,0,0) says "block (0,0), thread (32,0) waits at __syncthreads, barrier_reported.cu line 75"
// expect: barrier line 85 block (0,0,0) thread (0,0,0) says "block (0,0), thread (16,0) waits at __syncthreads, barrier_reported.cu line 89"
// expect: barrier line 89 block (0,0,0) thread (0,0,0) says "block (0,0), thread (16,0) goes round it, writes memory behind it, barrier_reported.cu line 90, and ends"
// expect: barrier line 98 block (0,0,0) thread (0,0,0) says "block (0,0), thread (32,0) waits at __syncthreads, barrier_reported.cu line 102"
// expect: barrier line 102 block (0,0,0) thread (0,0,0) says "block (0,0), thread (32,0) goes round it, writes memory behind it, barrier_reported.cu line 103, and ends"
#include <cooperative_groups.h>

#define T ((int)threadIdx.x)
__device__ int out[1024], in[64];

// Reported, "Divergent thread(s) in warp".
__global__ void barrier_alone() {
  __shared__ int s[256];
  s[T] = T;
  if (T < 16)
    __syncthreads();
  if (T < 4)
    out[T] = s[T + 1];
}

// Reported, "Divergent thread(s) in warp".
__global__ void one_thread() {
  __shared__ int s[256];
  if (T == 0) {
    s[T] = T;
    __syncthreads();
  } else {
    s[T] = 4;
  }
  out[T] = s[T ^ 1];
}

// Reported, "Divergent thread(s) in warp".
__global__ void leaves_one_out() {
  __shared__ int s[256];
  for (int i = 0; i < 4; ++i) {
    s[T] = i;
    if (T < 16 && i == 1)
      continue;
    __syncthreads();
    out[T] += s[T ^ 1];
  }
}

// Reported, "Divergent thread(s) in warp".
__global__ void two_barriers() {
  __shared__ int s[256];
  if (T < 16) {
    s[T] = T;
    __syncthreads();
    out[T] = s[T ^ 1];
  } else {
    s[T] = 2;
    __syncthreads();
    out[T] = s[T ^ 2];
  }
}

// Reported, "Divergent thread(s) in block".
__global__ void two_barriers_of_warps() {
  __shared__ int s[256];
  if (T < 32) {
    s[T] = T;
    __syncthreads();
    out[T] = s[T ^ 1];
  } else {
    s[T] = 2;
    __syncthreads();
    out[T] = s[T ^ 2];
  }
}

// Reported, "Divergent thread(s) in block".
__global__ void the_next_barrier() {
  __shared__ int s[256];
  if (T < 16) {
    s[T] = T;
    __syncthreads();
  } else {
    s[T] = 2;
  }
  __syncthreads();
  out[T] = s[T ^ 1];
}

// Reported, "Divergent thread(s) in block".
__global__ void the_next_barrier_of_warps() {
  __shared__ int s[256];
  if (T < 32) {
    s[T] = T;
    __syncthreads();
  } else {
    s[T] = 2;
  }
  __syncthreads();
  out[T] = s[T ^ 1];
}

int main() {
  int side[64];
  for (int i = 0; i < 64; ++i)
    side[i] = i >= 16;
  cudaMemcpyToSymbol(in, side, sizeof side);
  barrier_alone<<<1, 64>>>();
  one_thread<<<1, 64>>>();
  leaves_one_out<<<1, 64>>>();
  two_barriers<<<1, 64>>>();
  two_barriers_of_warps<<<1, 64>>>();
  the_next_barrier<<<1, 64>>>();
  the_next_barrier_of_warps<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
