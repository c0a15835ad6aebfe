// Pads the rows by one float and wraps round at the tile's end.
// fails: Correctness.Tile: with no barrier in between
#include <cuda_runtime.h>

constexpr int side = 32;
__device__ int place(int y, int x) { return (y * (side + 1) + x) % (side * side); }

__global__ void transpose_swizzled_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[side * side];

  const int col = blockIdx.x * side + threadIdx.x;
  const int row = blockIdx.y * side + threadIdx.y;
  if (row < rows && col < cols) tile[place(threadIdx.y, threadIdx.x)] = in[row * cols + col];
  __syncthreads();
  const int out_row = blockIdx.x * side + threadIdx.y;
  const int out_col = blockIdx.y * side + threadIdx.x;
  if (out_row < cols && out_col < rows)
    out[out_row * rows + out_col] = tile[place(threadIdx.x, threadIdx.y)];
}
void transpose_swizzled(float* out, const float* in, int rows, int cols) {
  const dim3 block(side, side);
  const dim3 grid((cols + side - 1) / side, (rows + side - 1) / side);
  transpose_swizzled_kernel<<<grid, block>>>(out, in, rows, cols);
}
