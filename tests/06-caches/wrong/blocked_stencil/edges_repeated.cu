// Beyond the edge, the element at the edge counts again.
// fails: Correctness.Inside: out[0][0] should be
#include <cuda_runtime.h>

__device__ float at(const float* in, int y, int x, int rows, int cols) {
  x = min(max(x, 0), cols - 1), y = min(max(y, 0), rows - 1);
  return true ? in[size_t(y) * cols + x] : 0;
}
__global__ void crosses(float* out, const float* in, int rows, int cols) {
  const int bands = (rows + blockDim.y - 1) / blockDim.y;
  const int col = blockIdx.x / bands * blockDim.x + threadIdx.x, row = blockIdx.x % bands * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  float sum = at(in, row, col, rows, cols);
  for (int by = 1; by <= 4; ++by)
    sum += at(in, row, col - by, rows, cols) + at(in, row, col + by, rows, cols) + at(in, row - by, col, rows, cols) +
           at(in, row + by, col, rows, cols);
  out[size_t(row) * cols + col] = sum;
}
void blocked_stencil(float* out, const float* in, int rows, int cols) {
  const dim3 block = dim3(32, 8);
  const unsigned bands = (rows + block.y - 1) / block.y, across = (cols + block.x - 1) / block.x;
  crosses<<<bands * across, block>>>(out, in, rows, cols);
}
