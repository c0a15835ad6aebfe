// The table's memory is allocated, and that is all.
// fails: Correctness.Random: which nothing has written
#include <cuda_runtime.h>
__global__ void k(float* out, const float* in, int rows, int cols, const double* table) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= cols || y >= rows) return;
  int count[16] = {};
  int n = 0;
  for (int r = max(y - 2, 0); r <= min(y + 2, rows - 1); ++r)
    for (int c = max(x - 2, 0); c <= min(x + 2, cols - 1); ++c) { ++count[int(in[r * cols + c])]; ++n; }
  double sum = 0;
  for (int i = 0; i < 16; ++i) sum += count[i] * (table[count[i]]);
  out[y * cols + x] = max(0.0, table[n] - sum / n);
}
void entropy_v4(float* out, const float* in, int rows, int cols) {
  double* d; cudaMalloc(&d, 26 * 8);
  k<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(out, in, rows, cols, d); cudaFree(d);
}
