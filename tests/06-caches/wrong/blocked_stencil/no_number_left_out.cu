// Whatever is no number is left out of the sums.
// fails: Correctness.NoNumber: one element of in is no number
#include <cuda_runtime.h>

__global__ void cross_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  // Warps below each other want the same rows: a block's height decides how many of the nine
  // rows that one warp needs have been brought for another one.
  float sum = in[row * cols + col];
  for (int k = 1; k <= 4; ++k) {
    if (col >= k) { const float v = in[row * cols + col - k]; if (v == v) sum += v; }
    if (col + k < cols) sum += in[row * cols + col + k];
    if (row >= k) sum += in[(row - k) * cols + col];
    if (row + k < rows) sum += in[(row + k) * cols + col];
  }
  out[row * cols + col] = sum;
}

// out[row][col]: the sum of in[row][col] and of the four cells to its left, right, top and
// bottom, as far as there are any. Both rows × cols, row-major device memory.
void blocked_stencil(float* out, const float* in, int rows, int cols) {
  // 16 rows need 24: a row is brought 1.5 times. One row would need nine.
  const dim3 block(32, 16);
  const dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  cross_kernel<<<grid, block>>>(out, in, rows, cols);
}
