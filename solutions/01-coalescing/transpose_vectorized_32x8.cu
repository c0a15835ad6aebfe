// The kernel of transpose_vectorized.cu in a block of 32×8: the stores use half of every
// sector.
// Run: ./course run coalescing
#include "transpose_vectorized.cu"

void transpose_vectorized_32x8(float* out, const float* in, int rows, int cols) {
  // A warp is one row of lanes: in each row of `out` it stores 16 bytes of a sector.
  const dim3 block(32, 8);
  const dim3 grid(
      (cols + 4 * block.x - 1) / (4 * block.x), (rows + 4 * block.y - 1) / (4 * block.y));
  transpose_vectorized_kernel<<<grid, block>>>(out, in, rows, cols);
}
