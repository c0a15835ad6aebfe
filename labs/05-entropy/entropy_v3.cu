// Lab entropy_v3: the table in constant memory.
// Run: ./course check entropy_v3        Stuck: ./course hint entropy_v3
#include <cuda_runtime.h>

// TODO: a table of ln 0 … ln 25 in constant memory, with 0 for ln 0. As doubles: 0, 0, 0.6931471805599453, …
// Neither constexpr nor a const structure: on the simulator nobody sees reads of what is.

__global__ void __launch_bounds__(1024) entropy_v3_kernel(float* out, const float* in, int rows, int cols) {
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

  double sum = 0;
#pragma unroll 4  // all versions alike: with 16 at once v7 wants more registers than a block of 1024 threads can have
  for (int i = 0; i < 16; ++i) sum += 0;  // TODO: count[i] * ln count[i], looked up
  // TODO: ln n, looked up, less sum / n; rounding must not leave a little less than nothing
  out[row * cols + col] = max(0.0, 0.0);
}

// in: rows × cols symbols 0 … 15; out: the entropy of each cell's window, in nats. Row-major device memory.
// There are at most 524,280 rows: as many as 65,535 blocks of 8 have in a grid's y.
void entropy_v3(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 32);
  const int grid = ((cols - 1) / 32 + 1) * ((rows - 1) / 32 + 1);
  entropy_v3_kernel<<<grid, block>>>(out, in, rows, cols);
}
