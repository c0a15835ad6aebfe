// A transpose that is right for every size and reads whole sectors.
// Run: ./course test transpose_naive.sim
#include <cuda_runtime.h>

__global__ void transpose_naive_kernel(float* out, const float* in, int rows, int cols) {
  // threadIdx.x counts fastest inside a warp, so it must walk along a row of `in`: the 32
  // lanes then load 32 neighbouring floats, 128 bytes, 4 sectors.
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;

  // The last blocks reach past the edge unless the block's sides divide the matrix's.
  if (row >= rows || col >= cols) return;

  // A row of `in` has cols floats and a row of `out` has rows. Neighbouring lanes therefore
  // store `rows` floats apart: 32 lanes, 32 sectors, of which 4 bytes each are used.
  out[col * rows + row] = in[row * cols + col];
}

// in: rows × cols, out: cols × rows, row-major device memory.
void transpose_naive(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8);  // one warp is one row of the block
  const dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  transpose_naive_kernel<<<grid, block>>>(out, in, rows, cols);
}
