// Threads that come to the kernel's end round a barrier that others of their block wait at. CUDA allows a barrier in a branch
// only where all threads of the block take it. compute-sanitizer's synccheck reports none of these (H200, driver
// 580.159.04, CUDA 13.0, nvcc -O3, 2026-11-22): nvcc jumps over the barrier here, and the others have ended before it is
// looked at. Where nvcc puts the same barrier under a predicate, it reports it (barrier_reported.cu).
// expect: barrier line 38 block (0,0,0) thread (0,0,0) says "block (0,0), thread (16,0) goes round it, writes memory behind it, barrier_around.cu line 43, and ends"
// expect: barrier line 50 block (0,0,0) thread (0,0,0) says "block (0,0), thread (16,0) goes another way, last writes memory, barrier_around.cu line 53, and ends"
// expect: barrier line 61 block (0,0,0) thread (0,0,0) says "block (0,0), thread (16,0) goes round it, writes memory behind it, barrier_around.cu line 64, and ends"
// expect: barrier line 71 block (0,0,0) thread (0,0,0) says "block (0,0), thread (16,0) goes another way, barrier_around.cu line 69, and ends"
// expect: barrier line 80 block (0,0,0) thread (1,0,0) says "block (0,0), thread (0,0) goes another way, last writes memory, barrier_around.cu line 83, and ends"
// expect: barrier line 90 block (0,0,0) thread (1,0,0) says "block (0,0), thread (0,0) goes another way, last writes memory, barrier_around.cu line 91, and ends"
// expect: barrier line 99 block (0,0,0) thread (32,0,0) says "block (0,0), thread (0,0) goes another way, last writes memory, barrier_around.cu line 102, and ends"
// expect: barrier line 109 block (0,0,0) thread (0,0,0) says "block (0,0), thread (32,0) goes round it, writes memory behind it, barrier_around.cu line 114, and ends"
// expect: barrier line 121 block (0,0,0) thread (0,0,0) says "block (0,0), thread (32,0) goes another way, last writes memory, barrier_around.cu line 124, and ends"
// expect: barrier line 132 block (0,0,0) thread (0,0,0) says "block (0,0), thread (32,0) goes another way, barrier_around.cu line 130, and ends"
// expect: barrier line 139 block (0,0,0) thread (0,0,0) says "block (0,0), thread (16,0) goes round it, writes memory behind it, barrier_around.cu line 148, and ends"
// expect: barrier line 155 block (0,0,0) thread (0,0,0) says "block (0,0), thread (16,0) goes round it, writes memory behind it, barrier_around.cu line 158, and ends"
// expect: barrier line 165 block (0,0,0) thread (0,0,0) says "block (0,0), thread (16,0) goes another way, last writes memory, barrier_around.cu line 168, and ends"
// expect: barrier line 176 block (0,0,0) thread (0,0,0) says "block (0,0), thread (16,0) goes round it, writes memory behind it, barrier_around.cu line 182, and ends"
// expect: barrier line 189 block (0,0,0) thread (0,0,0) says "block (0,0), thread (16,0) goes round it, writes memory behind it, barrier_around.cu line 195, and ends"
// expect: barrier line 203 block (0,0,0) thread (0,0,0) says "block (0,0), thread (8,0) goes round it, writes memory behind it, barrier_around.cu line 212, and ends"
// expect: barrier line 221 block (0,0,0) thread (0,0,0) says "block (0,0), thread (3,0) goes round it, writes memory behind it, barrier_around.cu line 224, and ends"
// expect: barrier line 233 block (0,0,0) thread (0,0,0) says "block (0,0), thread (3,0) goes another way, last writes memory, barrier_around.cu line 234, and ends"
// expect: barrier line 244 block (0,0,0) thread (0,0,0) says "block (0,0), thread (16,0) goes another way, last writes memory, barrier_around.cu line 247, and ends"
// expect: barrier line 256 block (0,0,0) thread (0,0,0) says "block (0,0), thread (16,0) goes another way, last writes memory, barrier_around.cu line 259, and ends"
// expect: barrier line 267 block (0,0,0) thread (0,0,0) says "block (0,0), thread (16,0) goes another way, last writes memory, barrier_around.cu line 270, and ends"
// expect: barrier line 280 block (0,0,0) thread (0,0,0) says "block (0,0), thread (16,0) goes another way, last writes memory, barrier_around.cu line 283, and ends"
// expect: barrier line 292 block (0,0,0) thread (0,0,0) says "block (0,0), thread (16,0) goes another way, barrier_around.cu line 295, and ends"
// expect: barrier line 302 block (0,0,0) thread (0,0,0) says "block (0,0), thread (16,0) goes round it, writes memory behind it, barrier_around.cu line 309, and ends"
#include <cooperative_groups.h>

#define T ((int)threadIdx.x)
__device__ int out[1024], in[64];

__global__ void else_then_rest() {
  __shared__ int s[256];
  if (T < 16) {
    s[T] = T;
    __syncthreads();
    out[T] = s[T ^ 1];
  } else {
    out[T + 256] = 2;
  }
  out[T + 512] = 3;
}

__global__ void else_to_the_end() {
  __shared__ int s[256];
  if (T < 16) {
    s[T] = T;
    __syncthreads();
    out[T] = s[T ^ 1];
  } else {
    out[T + 256] = 2;
  }
}

__global__ void if_then_rest() {
  __shared__ int s[256];
  if (T < 16) {
    s[T] = T;
    __syncthreads();
    out[T] = s[T ^ 1];
  }
  out[T + 512] = 3;
}

__global__ void if_to_the_end() {
  __shared__ int s[256];
  if (T < 16) {
    s[T] = T;
    __syncthreads();
    out[T] = s[T ^ 1];
  }
}

__global__ void rounds_then_rest() {
  __shared__ int s[256];
  for (int i = 0; i < T % 4 + 1; ++i) {
    s[T] = i;
    __syncthreads();
    out[T] += s[T ^ 1];
  }
  out[T + 512] = 3;
}

__global__ void rounds_to_the_end() {
  __shared__ int s[256];
  for (int i = 0; i < T % 4 + 1; ++i) {
    s[T] = i;
    __syncthreads();
    out[T] += s[T ^ 1];
  }
}

__global__ void rounds_of_warps() {
  __shared__ int s[256];
  for (int i = 0; i < T / 32 + 1; ++i) {
    s[T] = i;
    __syncthreads();
    out[T] += s[T ^ 1];
  }
  out[T + 512] = 3;
}

__global__ void warps_then_rest() {
  __shared__ int s[256];
  if (T < 32) {
    s[T] = T;
    __syncthreads();
    out[T] = s[T ^ 1];
  } else {
    out[T + 256] = 2;
  }
  out[T + 512] = 3;
}

__global__ void warps_to_the_end() {
  __shared__ int s[256];
  if (T < 32) {
    s[T] = T;
    __syncthreads();
    out[T] = s[T ^ 1];
  } else {
    out[T + 256] = 2;
  }
}

__global__ void warp_alone() {
  __shared__ int s[256];
  if (T < 32) {
    s[T] = T;
    __syncthreads();
    out[T] = s[T ^ 1];
  }
}

__device__ __noinline__ void wait_all(int* s) {
  s[T] = T;
  __syncthreads();
  out[T] = s[T ^ 1];
}
__global__ void in_a_function() {
  __shared__ int s[256];
  if (T < 16)
    wait_all(s);
  else
    out[T + 256] = 2;
  out[T + 512] = 3;
}

__global__ void counted() {
  __shared__ int s[256];
  s[T] = T;
  if (T < 16)
    out[T] = __syncthreads_count(T & 1);
  else
    out[T + 256] = s[T];
  out[T + 512] = 3;
}

__global__ void of_a_group() {
  __shared__ int s[256];
  if (T < 16) {
    s[T] = T;
    cooperative_groups::this_thread_block().sync();
    out[T] = s[T ^ 1];
  } else {
    out[T + 256] = 2;
  }
}

__device__ __noinline__ void helper(int* s) {
  if (T >= 16)
    return;
  s[T] = T;
  __syncthreads();
  out[T] = s[T ^ 1];
}
__global__ void helper_returns_then_rest() {
  __shared__ int s[256];
  helper(s);
  out[T + 512] = 3;
}

__device__ __forceinline__ void inlined(int* s) {
  if (T >= 16)
    return;
  s[T] = T;
  __syncthreads();
  out[T] = s[T ^ 1];
}
__global__ void inlined_returns_then_rest() {
  __shared__ int s[256];
  inlined(s);
  out[T + 512] = 3;
}

__global__ void one_of_a_switch() {
  __shared__ int s[256];
  switch (T / 8) {
    case 0:
      s[T] = T;
      __syncthreads();
      out[T] = s[T ^ 1];
      break;
    case 1:
      out[T + 256] = 2;
      break;
    default:
      out[T + 256] = 5;
  }
  out[T + 512] = 3;
}

__global__ void breaks_then_rest() {
  __shared__ int s[256];
  for (int i = 0; i < 3; ++i) {
    if (T == 3 && i == 1)
      break;
    s[T] = i;
    __syncthreads();
    out[T] += s[T ^ 1];
  }
  out[T + 512] = 4;
}

__global__ void breaks_to_the_end() {
  __shared__ int s[256];
  for (int i = 0; i < 3; ++i) {
    if (T == 3 && i == 1)
      break;
    s[T] = i;
    __syncthreads();
    out[T] += s[T ^ 1];
  }
}

__global__ void some_return(int n) {
  __shared__ int s[256];
  if (T >= n)
    return;
  if (T < 16) {
    s[T] = T;
    __syncthreads();
    out[T] = s[T ^ 1];
  } else {
    out[T + 256] = 2;
  }
}

__global__ void by_data() {
  __shared__ int s[256];
  s[T] = in[T];
  if (in[T] == 0) {
    s[T] = T;
    __syncthreads();
    out[T] = s[T ^ 1];
  } else {
    out[T + 256] = in[T] + 1;
  }
}

__global__ void else_with_a_loop(int n) {
  __shared__ int s[256];
  if (T < 16) {
    s[T] = T;
    __syncthreads();
    out[T] = s[T ^ 1];
  } else {
    for (int i = 0; i < n; ++i)
      out[T + 256] += i;
  }
}

__global__ void in_another_branch(int n) {
  __shared__ int s[256];
  if (n > 0) {
    if (T < 16) {
      s[T] = T;
      __syncthreads();
      out[T] = s[T ^ 1];
    } else {
      out[T + 256] = 2;
    }
  }
}

__global__ void rest_for_the_same() {
  __shared__ int s[256];
  if (T < 16) {
    s[T] = T;
    __syncthreads();
  }
  if (T < 16)
    out[T] = s[T ^ 1];
}

__global__ void some_of_the_others_return(int n) {
  __shared__ int s[256];
  if (T < 16) {
    s[T] = T;
    __syncthreads();
    out[T] = s[T ^ 1];
  } else if (T < 40) {
    out[T + 256] = 2;
  } else {
    return;
  }
  out[T + 512] = 3;
}

int main() {
  int side[64];
  for (int i = 0; i < 64; ++i)
    side[i] = i >= 16;
  cudaMemcpyToSymbol(in, side, sizeof side);
  else_then_rest<<<1, 64>>>();
  else_to_the_end<<<1, 64>>>();
  if_then_rest<<<1, 64>>>();
  if_to_the_end<<<1, 64>>>();
  rounds_then_rest<<<1, 64>>>();
  rounds_to_the_end<<<1, 64>>>();
  rounds_of_warps<<<1, 64>>>();
  warps_then_rest<<<1, 64>>>();
  warps_to_the_end<<<1, 64>>>();
  warp_alone<<<1, 64>>>();
  in_a_function<<<1, 64>>>();
  counted<<<1, 64>>>();
  of_a_group<<<1, 64>>>();
  helper_returns_then_rest<<<1, 64>>>();
  inlined_returns_then_rest<<<1, 64>>>();
  one_of_a_switch<<<1, 64>>>();
  breaks_then_rest<<<1, 64>>>();
  breaks_to_the_end<<<1, 64>>>();
  some_return<<<1, 64>>>(48);
  by_data<<<1, 64>>>();
  else_with_a_loop<<<1, 64>>>(5);
  in_another_branch<<<1, 64>>>(1);
  rest_for_the_same<<<1, 64>>>();
  some_of_the_others_return<<<1, 64>>>(1);
  return cudaDeviceSynchronize();
}
