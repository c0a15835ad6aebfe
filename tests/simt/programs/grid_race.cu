// __syncthreads where grid.sync() is needed: blocks read what others may not have written yet.
// environment: SIMT_CHECK=all
// expect: race global line 8 says "nothing that orders two blocks"
// expect: trap line 13 says "calls grid.sync() in a launch that is not cooperative"
#include <cooperative_groups.h>

__global__ void shifted(int* data, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x; data[i] = i; __syncthreads(); out[i] = data[(i + 32) % n];
  cooperative_groups::this_grid().sync();
  data[i] = out[(i + 32) % n];
}
__global__ void alone() {
  cooperative_groups::this_grid().sync();
}
int main() {
  int *data, *out, n = 128;
  cudaMalloc(&data, 512);
  cudaMalloc(&out, 512);
  cudaMemset(data, 0, 512);
  void* arguments[] = {&data, &out, &n};
  cudaLaunchCooperativeKernel(shifted, 4, 32, arguments);
  alone<<<1, 1>>>();
}
