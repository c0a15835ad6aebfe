// The rows of a block are 64 apart, and share nothing.
// fails: Memory.BroughtFromL2: a block of h rows needs h + 8
#include <cuda_runtime.h>

__global__ void add_cross(float* out, const float* in, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y / 64 * 512 + blockIdx.y % 64 + 64 * threadIdx.y;
  if (x >= cols || y >= rows) return;
  float all = -in[y * cols + x];
  for (int d = -4; d <= 4; ++d) {
    if (x + d >= 0 && x + d < cols) all += in[y * cols + x + d];
    if (y + d >= 0 && y + d < rows) all += in[(y + d) * cols + x];
  }
  out[y * cols + x] = all;
}

void blocked_stencil(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8);
  add_cross<<<dim3((cols - 1) / 32 + 1, 64 * ((rows - 1) / 512 + 1)), block>>>(out, in, rows, cols);
}
