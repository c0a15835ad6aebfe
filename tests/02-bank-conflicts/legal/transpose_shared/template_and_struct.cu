// The tile is a structure, the kernel a template.
#include <cuda_runtime.h>

template <typename T, int side>
struct Tile {
  T cells[side][side];
  __device__ T& at(int y, int x) { return cells[y][x]; }
};

template <int side>
__global__ void transpose_shared_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ Tile<float, side> tile;
  const int col = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && col < cols) tile.at(threadIdx.y, threadIdx.x) = in[row * cols + col];
  __syncthreads();
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  const int out_col = blockIdx.y * 32 + threadIdx.x;
  if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile.at(threadIdx.x, threadIdx.y);
}

void transpose_shared(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 32);
  const dim3 grid((cols + 31) / 32, (rows + 31) / 32);
  transpose_shared_kernel<32><<<grid, block>>>(out, in, rows, cols);
}
