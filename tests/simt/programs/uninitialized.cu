// Reads of memory that nothing has written: fresh from cudaMalloc, past a partial copy, a tile cell never filled.
// environment: SIMT_CHECK=uninitialized
// expect: uninitialized global line 10 block (0,0,0) thread (0,0,0) says "at byte 0"
// expect: uninitialized global line 11 block (0,0,0) thread (16,0,0) says "at byte 64"
// expect: uninitialized shared line 22 block (0,0,0) thread (0,0,0)
// expect: uninitialized shared line 17 block (0,0,0) thread (31,0,0) says "nothing has written in this block"
#include <cstdio>

__global__ void read(int* out, const int* fresh, const int* half) {
  out[threadIdx.x] = fresh[threadIdx.x];
  out[threadIdx.x] += half[threadIdx.x];
}
__global__ void gap(int* out) {
  __shared__ int tile[32];
  if (threadIdx.x < 31) tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

__global__ void nobody_writes(int* out) {
  __shared__ int tile[32];
  out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  int *out, *fresh, *half, host[16] = {};
  cudaMalloc(&out, 128), cudaMalloc(&fresh, 128), cudaMalloc(&half, 128);
  cudaMemcpy(half, host, 64, cudaMemcpyHostToDevice);
  read<<<1, 32>>>(out, fresh, half);
  gap<<<1, 32>>>(out);
  nobody_writes<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
