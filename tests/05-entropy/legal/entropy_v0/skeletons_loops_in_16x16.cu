// Blocks of 16×16 with the skeleton's loops, whose clipped windows begin at the border.
#include <cuda_runtime.h>

__global__ void __launch_bounds__(256)
    entropy_v0_kernel(float* __restrict__ out, const float* __restrict__ in, int rows, int cols) {
  const int across = (cols + 15) / 16;
  const int col = int(blockIdx.x) % across * 16 + threadIdx.x, row = int(blockIdx.x) / across * 16 + threadIdx.y;
  if (row >= rows || col >= cols) return;
  int count[16] = {};
  int n = 0;
  for (int r = max(row - 2, 0); r <= min(row + 2, rows - 1); ++r)
    for (int c = max(col - 2, 0); c <= min(col + 2, cols - 1); ++c, ++n) ++count[int(in[size_t(r) * cols + c])];
  double sum = 0;
  for (int i = 15; i >= 0; --i)
    if (const int c = count[i]; c > 1) sum += double(c) * log(double(c));
  const double h = log(double(n)) - sum / double(n);
  out[size_t(row) * cols + col] = h > 0 ? float(h) : 0.0f;
}
void entropy_v0(float* out, const float* in, int rows, int cols) {
  entropy_v0_kernel<<<((cols + 15) / 16) * ((rows + 15) / 16), dim3(16, 16)>>>(out, in, rows, cols);
}
