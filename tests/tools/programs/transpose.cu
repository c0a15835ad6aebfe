// A transpose whose stores go down a column, and a tile whose loads meet in one bank.
// Run: ./course profile tests/tools/programs/transpose.cu
#include <cuda_runtime.h>
#include <cstdio>
__global__ void transpose(float* out, const float* in, int n) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}
__global__ void tile(float* out, const float* in) {
  __shared__ float t[32][32];
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
int main(int argc, char** argv) {
  float *a, *b;
  cudaMalloc(&a, 256 * 256 * 4);
  cudaMalloc(&b, 256 * 256 * 4);
  cudaMemset(a, 0, 256 * 256 * 4);
  for (int i = 0; i < 3; ++i) transpose<<<dim3(8, 32), dim3(32, 8)>>>(b, a, 256);
  tile<<<1, dim3(32, 32)>>>(b, a);
  cudaDeviceSynchronize();
  for (int i = 1; i < argc; ++i) printf("argument %s\n", argv[i]);
  cudaFree(a);
  cudaFree(b);
}
