// No tile: a window's 25 cells are loaded from the grid, and each has its logarithm looked up in constant memory.
// fails: Prediction.GlobalLoads: loads from global memory a cell, at most 4 would do
#include <cuda_runtime.h>

#include <cmath>

__constant__ float table[26];

__global__ void __launch_bounds__(1024) entropy_v15_kernel(float* out, const float* in, int rows, int cols) {
  const int across = (cols - 1) / 32 + 1;
  const int col = blockIdx.x % across * 32 + threadIdx.x;
  const int row = blockIdx.x / across * 32 + threadIdx.y;
  if (row >= rows || col >= cols) return;
  const int r0 = max(row - 2, 0), r1 = min(row + 2, rows - 1), c0 = max(col - 2, 0), c1 = min(col + 2, cols - 1);
  unsigned char count[16] = {}, cell[25];
  int n = 0;
  for (int r = r0; r <= r1; ++r)
    for (int c = c0; c <= c1; ++c) ++count[cell[n++] = (unsigned char)in[size_t(r) * cols + c]];
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += table[count[cell[i]]];
  out[size_t(row) * cols + col] = max(0.0, table[n] - sum / n);
}

void entropy_v15(float* out, const float* in, int rows, int cols) {
  float logarithms[26] = {};
  for (int i = 2; i < 26; ++i) logarithms[i] = float(std::log(double(i)));
  cudaMemcpyToSymbol(table, logarithms, sizeof logarithms);
  entropy_v15_kernel<<<((cols - 1) / 32 + 1) * ((rows - 1) / 32 + 1), dim3(32, 32)>>>(out, in, rows, cols);
}
