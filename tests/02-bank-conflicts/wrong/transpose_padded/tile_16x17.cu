// In a tile of 16×17 a warp reads two columns, and they meet in a bank.
// fails: Memory.Wavefronts: 2 wavefronts a request
#include <cuda_runtime.h>

__global__ void transpose_padded_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[16][17];
  const int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
  __syncthreads();
  const int out_row = blockIdx.x * 16 + threadIdx.y, out_col = blockIdx.y * 16 + threadIdx.x;
  if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y];
}

void transpose_padded(float* out, const float* in, int rows, int cols) {
  const dim3 grid((cols + 15) / 16, (rows + 15) / 16);
  transpose_padded_kernel<<<grid, dim3(16, 16)>>>(out, in, rows, cols);
}
