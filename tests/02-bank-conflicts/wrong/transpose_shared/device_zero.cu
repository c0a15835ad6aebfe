// It sets the first device, whichever was the current one.
// fails: Correctness.NothingIsLeftBehind: leaves its caller another current device
#include <cuda_runtime.h>

constexpr int side = 32;

__global__ void transpose_shared_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[side][side];

  const int col = blockIdx.x * side + threadIdx.x;
  const int row = blockIdx.y * side + threadIdx.y;
  if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];

  __syncthreads();

  const int out_row = blockIdx.x * side + threadIdx.y;
  const int out_col = blockIdx.y * side + threadIdx.x;
  if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y];
}

void transpose_shared(float* out, const float* in, int rows, int cols) {
  cudaSetDevice(0);
  const dim3 block(side, side);
  const dim3 grid((cols + side - 1) / side, (rows + side - 1) / side);
  transpose_shared_kernel<<<grid, block>>>(out, in, rows, cols);
}
