// Computes on the host and copies the result.
// fails: Correctness.OnTheRightSide: all of it is to be computed on the device
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
using std::max;
using std::min;
void cell(float* out, const float* in, int rows, int cols, int row, int col) {

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
  out[row * cols + col] = max(0.0, log(double(n)) - sum / n);  // rounding must not leave a little less than nothing
}

__global__ void nothing() {}

void entropy_v0(float* out, const float* in, int rows, int cols) {
  float *a, *b;
  cudaMallocHost(&a, rows * cols * sizeof(float));
  cudaMallocHost(&b, rows * cols * sizeof(float));
  cudaMemcpy(a, in, rows * cols * sizeof(float), cudaMemcpyDeviceToHost);
  nothing<<<1, 1>>>();
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) cell(b, a, rows, cols, row, col);
  cudaMemcpy(out, b, rows * cols * sizeof(float), cudaMemcpyHostToDevice);
  cudaFreeHost(a);
  cudaFreeHost(b);
}

void unused(float* out, const float* in, int rows, int cols) {
}
