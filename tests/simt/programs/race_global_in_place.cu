// A transpose in place: one thread reads what another has written, within a block and between blocks.
// environment: SIMT_CHECK=race
// expect: race global line 9
#include <cstdio>

__global__ void in_place(float* a, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  const float value = a[y * n + x];
  a[x * n + y] = value;
}

int main() {
  float* a;
  cudaMalloc(&a, 64 * 64 * 4);
  cudaMemset(a, 0, 64 * 64 * 4);
  in_place<<<dim3(4, 4), dim3(16, 16)>>>(a, 64);
  return cudaDeviceSynchronize();
}
