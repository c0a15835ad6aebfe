// A block that returns before grid.sync(): on a GPU all others would wait for ever.
// expect: barrier line 9 block (0,0,0) thread (0,0,0) says "waits at grid.sync(), grid_missing_block.cu line 9, for ever: block (2,0) has ended"
// prints: unspecified launch failure
#include <cooperative_groups.h>
#include <cstdio>

__global__ void early(int* out, int blocks) {
  if (int(blockIdx.x) >= blocks) return;
  cooperative_groups::this_grid().sync();
  out[blockIdx.x] = 1;
}
int main() {
  int* out;
  int blocks = 2;
  cudaMalloc(&out, 64);
  void* arguments[] = {&out, &blocks};
  cudaLaunchCooperativeKernel(early, 4, 32, arguments);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
