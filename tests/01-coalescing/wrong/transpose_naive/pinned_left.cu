// Takes page-locked memory for the sizes and frees it with the wrong thing: not at all.
// fails: Correctness.NothingIsLeftBehind: pinned host memory
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {

  int* sizes;
  cudaMallocHost(&sizes, 2 * sizeof(int));
  sizes[0] = rows;
  sizes[1] = cols;
  const dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
  turn<<<grid, block>>>(out, in, sizes[0], sizes[1]);
  cudaDeviceSynchronize();
}
