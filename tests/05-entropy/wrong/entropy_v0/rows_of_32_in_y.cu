// Blocks of 32 rows, counted in y: of those a launch has 65,535, which is two million rows.
// fails: Correctness.ManyRows: a grid's y is at most 65535
#include <cuda_runtime.h>

__global__ void __launch_bounds__(1024) entropy_v0_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  if (row >= rows || col >= cols) return;

  // An array that is indexed by data cannot lie in registers: it becomes local memory, a piece of global memory.
  int count[16] = {};
  int n = 0;
  // Neighbouring lanes read neighbouring floats, 4 or 5 sectors a request, but every cell is read 25 times.
  for (int r = max(row - 2, 0); r <= min(row + 2, rows - 1); ++r)
    for (int c = max(col - 2, 0); c <= min(col + 2, cols - 1); ++c) {
      ++count[int(in[r * cols + c])];
      ++n;
    }

  double sum = 0;
  for (int i = 0; i < 16; ++i)
    if (count[i] > 1) sum += count[i] * log(double(count[i]));  // 0 ln 0 is 0, and so is 1 ln 1
  out[row * cols + col] = max(0.0, log(double(n)) - sum / n);   // rounding must not leave a little less than nothing
}

// in: rows × cols symbols 0 … 15; out: the entropy of each cell's window, in nats. Row-major device memory.
void entropy_v0(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 32), grid((cols - 1) / 32 + 1, (rows - 1) / 32 + 1);
  entropy_v0_kernel<<<grid, block>>>(out, in, rows, cols);
}
