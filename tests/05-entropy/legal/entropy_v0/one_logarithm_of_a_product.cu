// Legal: one logarithm of the product of all c to the power of c.
#include <cuda_runtime.h>

__global__ void __launch_bounds__(1024)
    entropy_v0_kernel(float* out, const float* in, int rows, int cols) {
  const int across = (cols - 1) / 32 + 1;  // blocks side by side; in y a grid has only 65,535
  const int col = blockIdx.x % across * 32 + threadIdx.x;
  const int row = blockIdx.x / across * 32 + threadIdx.y;
  if (row >= rows || col >= cols) return;
  int count[16] = {};
  int n = 0;
  for (int r = max(row - 2, 0); r <= min(row + 2, rows - 1); ++r)
    for (int c = max(col - 2, 0); c <= min(col + 2, cols - 1); ++c) {
      ++count[int(in[r * cols + c])];
      ++n;
    }

  double product = 1;
  for (int i = 0; i < 16; ++i)
    for (int k = 0; k < count[i]; ++k) product *= count[i];
  const double sum = log(product);
  out[row * cols + col] = max(0.0, log(double(n)) - sum / n);
}
void entropy_v0(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 32);
  const int grid = ((cols - 1) / 32 + 1) * ((rows - 1) / 32 + 1);
  entropy_v0_kernel<<<grid, block>>>(out, in, rows, cols);
}
