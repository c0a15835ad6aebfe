// Loads every window cell by cell, by atomics on a copy of the grid, which count as stores.
// entropy_v15, 8 points: loads from global memory a cell
#include <cuda_runtime.h>

__global__ void by_atomics(float* out, unsigned* in, int rows, int cols) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows * cols) return;
  const int row = i / cols, col = i % cols;
  int count[16] = {}, n = 0;
  for (int r = max(row - 2, 0); r <= min(row + 2, rows - 1); ++r)
    for (int c = max(col - 2, 0); c <= min(col + 2, cols - 1); ++c) {
      ++count[int(__uint_as_float(atomicOr(&in[r * cols + c], 0u)))];
      ++n;
    }
  double sum = 0;
  for (int k = 0; k < 16; ++k)
    if (count[k] > 1) sum += count[k] * log(double(count[k]));
  out[i] = float(max(0.0, log(double(n)) - sum / n));
}

void entropy_v15(float* out, const float* in, int rows, int cols) {
  unsigned* own;
  const size_t bytes = sizeof(float) * rows * cols;
  cudaMalloc(&own, bytes);
  cudaMemcpy(own, in, bytes, cudaMemcpyDeviceToDevice);
  by_atomics<<<(rows * cols + 255) / 256, 256>>>(out, own, rows, cols);
  cudaFree(own);
}
