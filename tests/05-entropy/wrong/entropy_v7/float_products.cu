// Only the sum is in double.
// fails: Prediction.Precision: are products and sums in double
#include <cuda_runtime.h>

__global__ void __launch_bounds__(1024) entropy_v7_kernel(float* out, const float* in, int rows, int cols) {
  const int across = (cols - 1) / 32 + 1;  // blocks side by side; in y a grid has only 65,535
  const int col = blockIdx.x % across * 32 + threadIdx.x;
  const int row = blockIdx.x / across * 32 + threadIdx.y;
  if (row >= rows || col >= cols) return;

  // 24 bits times a count of 5 bits fits into a double's 53, and so does the sum of 16 such products: only the table
  // itself is rounded, by at most 1.2e-7, and no order of the sum changes a bit.
  const float table[26] = {  // ln i, and 0 for ln 0: a count of nothing adds nothing
      0, 0, 0.6931472f, 1.0986123f, 1.3862944f, 1.609438f, 1.7917595f, 1.9459101f, 2.0794415f, 2.1972246f,
      2.3025851f, 2.3978953f, 2.4849067f, 2.5649493f, 2.6390574f, 2.7080503f, 2.7725887f, 2.8332133f, 2.8903718f,
      2.944439f, 2.9957323f, 3.0445225f, 3.0910425f, 3.1354942f, 3.1780539f, 3.218876f};

  signed char count[16] = {};
  int n = 0;
  for (int r = max(row - 2, 0); r <= min(row + 2, rows - 1); ++r)
    for (int c = max(col - 2, 0); c <= min(col + 2, cols - 1); ++c) {
      ++count[int(in[r * cols + c])];
      ++n;
    }

  double sum = 0;
#pragma unroll 4  // all versions alike: with 16 at once v7 wants more registers than a block of 1024 threads can have
  for (int i = 0; i < 16; ++i) sum += count[i] * table[count[i]];
  out[row * cols + col] = max(0.0, table[n] - sum / n);  // rounding must not leave a little less than nothing
}

void entropy_v7(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 32);
  const int grid = ((cols - 1) / 32 + 1) * ((rows - 1) / 32 + 1);
  entropy_v7_kernel<<<grid, block>>>(out, in, rows, cols);
}
