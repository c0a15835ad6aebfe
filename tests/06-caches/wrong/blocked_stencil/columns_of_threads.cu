// A block is a column of 256 threads.
// fails: Memory.BroughtFromL2: your loads ask L2 for
#include <cuda_runtime.h>

__device__ float at(const float* in, int y, int x, int rows, int cols) {
  return x >= 0 && x < cols && y >= 0 && y < rows ? in[size_t(y) * cols + x] : 0;
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
  const dim3 block = dim3(1, 256);
  const unsigned bands = (rows + block.y - 1) / block.y, across = (cols + block.x - 1) / block.x;
  crosses<<<bands * across, block>>>(out, in, rows, cols);
}
