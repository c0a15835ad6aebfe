// The good shape where both sides are multiples of 64, blocks of 32×8 else.
// fails: Memory.Stores: rows = 200, cols = 264: your stores touch 32 sectors for every 32 floats, 8 would do: neighbouring lanes
#include <cuda_runtime.h>

__global__ void transpose_block_shape_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  out[col * rows + row] = in[row * cols + col];
}

// in: rows × cols, out: cols × rows, row-major device memory.
void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  // A warp is now 4 rows of 8 lanes.
  // Load:  4 rows × 8 floats = 4 × 32 bytes, still 4 whole sectors.
  // Store: 8 columns × 4 floats = 8 × 16 bytes: 8 sectors, each half used. The other half
  // is stored by the warp below, in the same block, so the L2 cache can put the two together
  // before memory sees them.
  const dim3 block = rows % 64 == 0 && cols % 64 == 0 ? dim3(8, 32) : dim3(32, 8);
  const dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  transpose_block_shape_kernel<<<grid, block>>>(out, in, rows, cols);
}
