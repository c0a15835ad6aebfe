// All warps of a block compute the table.
// fails: Prediction.Logarithms: the table is computed 32 times for a grid of a single cell
#include <cuda_runtime.h>

__global__ void __launch_bounds__(1024)
    entropy_v2_kernel(float* out, const float* in, int rows, int cols) {
  const int across = (cols - 1) / 32 + 1;  // blocks side by side; in y a grid has only 65,535
  const int col = blockIdx.x % across * 32 + threadIdx.x;
  const int row = blockIdx.x / across * 32 + threadIdx.y;

  __shared__ double table[26];
  if (threadIdx.x < 26)
    table[threadIdx.x] = threadIdx.x == 0 ? 0 : log(double(threadIdx.x));
  __syncthreads();
  if (row >= rows || col >= cols) return;

  int count[16] = {};
  int n = 0;
  for (int r = max(row - 2, 0); r <= min(row + 2, rows - 1); ++r)
    for (int c = max(col - 2, 0); c <= min(col + 2, cols - 1); ++c) {
      ++count[int(in[r * cols + c])];
      ++n;
    }

  double sum = 0;
#pragma unroll 4
  for (int i = 0; i < 16; ++i) sum += count[i] * table[count[i]];
  out[row * cols + col] = max(0.0, table[n] - sum / n);
}

void entropy_v2(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 32);
  const int grid = ((cols - 1) / 32 + 1) * ((rows - 1) / 32 + 1);
  entropy_v2_kernel<<<grid, block>>>(out, in, rows, cols);
}
