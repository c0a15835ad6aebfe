// A block for each row, a thread for each column: right up to 1024 columns.
// fails: Correctness.OneRowOrColumn: a block has at most 1024 threads
#include <cuda_runtime.h>
__global__ void __launch_bounds__(1024) kernel(float* out, const float* in, int rows, int cols) {
  const int col = threadIdx.x, row = blockIdx.x;
  if (row >= rows || col >= cols) return;
  int count[16] = {};
  int n = 0;
  for (int r = max(row - 2, 0); r <= min(row + 2, rows - 1); ++r)
    for (int c = max(col - 2, 0); c <= min(col + 2, cols - 1); ++c) { ++count[int(in[r * cols + c])]; ++n; }
  double sum = 0;
  for (int i = 0; i < 16; ++i) if (count[i] > 1) sum += count[i] * log(double(count[i]));
  out[row * cols + col] = max(0.0, log(double(n)) - sum / n);
  
}
void entropy_v0(float* out, const float* in, int rows, int cols) {
  kernel<<<rows, cols>>>(out, in, rows, cols);
}
