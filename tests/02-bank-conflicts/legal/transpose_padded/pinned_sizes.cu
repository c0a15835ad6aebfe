// The sizes come from page-locked memory, which is freed when the kernel is done.
// Legal: the lab asks for nothing else.
#include <cuda_runtime.h>

constexpr int side = 32;

__global__ void transpose_padded_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[side][side + 1];

  const int col = blockIdx.x * side + threadIdx.x;
  const int row = blockIdx.y * side + threadIdx.y;
  if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
  __syncthreads();
  const int out_row = blockIdx.x * side + threadIdx.y;
  const int out_col = blockIdx.y * side + threadIdx.x;
  if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y];
}

static void right(float* out, const float* in, int rows, int cols) {
  const dim3 block(side, side);
  const dim3 grid((cols + side - 1) / side, (rows + side - 1) / side);
  transpose_padded_kernel<<<grid, block>>>(out, in, rows, cols);
}

void transpose_padded(float* out, const float* in, int rows, int cols) {
  int* sizes;
  cudaMallocHost(&sizes, 2 * sizeof(int));
  sizes[0] = rows;
  sizes[1] = cols;
  right(out, in, sizes[0], sizes[1]);
  cudaStreamSynchronize(0);
  cudaFreeHost(sizes);
}
