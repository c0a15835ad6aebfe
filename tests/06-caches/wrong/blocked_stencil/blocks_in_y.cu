// Blocks of four rows in the y of the grid, which ends at 65,535.
// fails: Correctness.Tallest: rows = 500000, cols = 1
#include <cuda_runtime.h>
__global__ void kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 4 + threadIdx.y;
  if (row >= rows || col >= cols) return;
  float sum = in[row * cols + col];
  for (int d = 1; d <= 4; ++d) {
    if (col >= d) sum += in[row * cols + col - d];
    if (col + d < cols) sum += in[row * cols + col + d];
    if (row >= d) sum += in[(row - d) * cols + col];
    if (row + d < rows) sum += in[(row + d) * cols + col];
  }
  out[row * cols + col] = sum;
}
void blocked_stencil(float* out, const float* in, int rows, int cols) {
  kernel<<<dim3((cols + 31) / 32, (rows + 3) / 4), dim3(32, 4)>>>(out, in, rows, cols);
}
