// A swizzled tile, and a second array that holds what threadIdx.x says as well.
// fails: Memory.TileSize: more than one shared array
#include <cuda_runtime.h>

constexpr int side = 32;

__global__ void transpose_swizzled_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[side * side];
  __shared__ int spare[side];

  const int x = threadIdx.x, y = threadIdx.y;
  const int col = blockIdx.x * side + x, row = blockIdx.y * side + y;
  if (y == 0) spare[x] = x;
  if (row < rows && col < cols) tile[y * side + (x ^ y)] = in[row * cols + col];
  __syncthreads();
  const int out_row = blockIdx.x * side + y, out_col = blockIdx.y * side + x;
  if (out_row < cols && blockIdx.y * side + spare[x] < rows) out[out_row * rows + out_col] = tile[x * side + (y ^ x)];
}

void transpose_swizzled(float* out, const float* in, int rows, int cols) {
  const dim3 block(side, side), grid((cols + side - 1) / side, (rows + side - 1) / side);
  transpose_swizzled_kernel<<<grid, block>>>(out, in, rows, cols);
}
