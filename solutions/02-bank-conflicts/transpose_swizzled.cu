// The transpose through a tile of exactly 32×32, in which every row is shuffled: no conflict,
// and no float unused.
// Run: ./course test transpose_swizzled.sim
#include <cuda_runtime.h>

constexpr int side = 32;

// Where element (y, x) of the tile lies. For a fixed y, x ^ y takes each of 0 to 31 once as x
// does, so a row is only shuffled and nothing gets lost. For a fixed x the same holds as y
// runs: a column, too, lies in 32 different banks.
__device__ int place(int y, int x) { return y * side + (x ^ y); }

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

// in: rows × cols, out: cols × rows, row-major device memory.
void transpose_swizzled(float* out, const float* in, int rows, int cols) {
  const dim3 block(side, side);
  const dim3 grid((cols + side - 1) / side, (rows + side - 1) / side);
  transpose_swizzled_kernel<<<grid, block>>>(out, in, rows, cols);
}
