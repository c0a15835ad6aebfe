// A transpose through a tile of shared memory: loads and stores both use whole sectors.
// Run: ./course test transpose_shared.sim
#include <cuda_runtime.h>

constexpr int side = 32;  // of a tile, and of a block: one thread for each of its elements

__global__ void transpose_shared_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[side][side];  // one for each block, inside its SM

  // A warp is a row of the block. It brings a row of the tile: 32 neighbouring floats of `in`,
  // 4 sectors.
  const int col = blockIdx.x * side + threadIdx.x;
  const int row = blockIdx.y * side + threadIdx.y;
  if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];

  // Each thread now wants an element that another warp has brought, so all must have come this
  // far. The barrier stands outside the `if`: no thread may go round it, and one that loads
  // nothing may have something to store.
  __syncthreads();

  // The block's tile of `out` begins at row blockIdx.x * side, column blockIdx.y * side. Its
  // threads are numbered anew: x again runs along a row, so that 32 lanes store 32
  // neighbouring floats. What they store is a column of the tile.
  const int out_row = blockIdx.x * side + threadIdx.y;
  const int out_col = blockIdx.y * side + threadIdx.x;
  if (out_row < cols && out_col < rows)
    out[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y];
}

// in: rows × cols, out: cols × rows, row-major device memory.
void transpose_shared(float* out, const float* in, int rows, int cols) {
  const dim3 block(side, side);
  const dim3 grid((cols + side - 1) / side, (rows + side - 1) / side);
  transpose_shared_kernel<<<grid, block>>>(out, in, rows, cols);
}
