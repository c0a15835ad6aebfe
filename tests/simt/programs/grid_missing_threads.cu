// Threads that do not come to grid.sync() while the rest of their block does: at an end, and at another barrier.
// expect: barrier line 10 block (1,0,0) says "waits at grid.sync(), grid_missing_threads.cu line 10, but block (1,0), thread (5,0) has ended: every thread of the grid must come there"
// expect: barrier line 17 says "waits at __syncthreads, grid_missing_threads.cu line 17, but block (0,0), thread (0,0) waits at grid.sync()"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void ends(int* out) {
  if (blockIdx.x == 1 && threadIdx.x == 5) return;
  cg::this_grid().sync();
  out[blockIdx.x * 32 + threadIdx.x] = 1;
}
__global__ void apart(int* out) {
  if (threadIdx.x < 16) {
    cg::this_grid().sync();
  } else {
    __syncthreads();
    cg::this_grid().sync();
  }
  out[blockIdx.x * 32 + threadIdx.x] = 1;
}
int main() {
  int* out;
  cudaMalloc(&out, 256);
  void* arguments[] = {&out};
  cudaLaunchCooperativeKernel(ends, 2, 32, arguments);
  cudaLaunchCooperativeKernel(apart, 1, 32, arguments);
}
