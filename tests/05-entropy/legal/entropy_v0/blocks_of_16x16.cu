// Blocks of 16×16: a warp has two rows of 16 columns; logarithms of base 2, scaled at the end.
#include <cuda_runtime.h>

__global__ void __launch_bounds__(1024) entropy_v0_kernel(float* out, const float* in, int rows, int cols) {
  const int across = (cols - 1) / 16 + 1;
  const int col = blockIdx.x % across * 16 + threadIdx.x;
  const int row = blockIdx.x / across * 16 + threadIdx.y;
  if (row >= rows || col >= cols) return;
  int count[16] = {};
  int n = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) {
      const int r = row + dy, c = col + dx;
      if (r < 0 || r >= rows || c < 0 || c >= cols) continue;
      const float symbol = in[size_t(r) * cols + c];
      count[int(symbol)] += 1;
      n = n + 1;
    }

  double sum = 0;
#pragma unroll 4
  for (int i = 0; i < 16; ++i)
    if (count[i] > 1) sum += count[i] * log2(double(count[i]));
  out[row * cols + col] = fmax(0.0, 0.69314718055994530942 * (log2(double(n)) - sum / n));
}

void entropy_v0(float* out, const float* in, int rows, int cols) {
  const dim3 block(16, 16);
  const int grid = ((cols - 1) / 16 + 1) * ((rows - 1) / 16 + 1);
  entropy_v0_kernel<<<grid, block>>>(out, in, rows, cols);
}
