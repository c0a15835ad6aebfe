// Reads the device's memory from the host, past its end.
// transpose_naive, 0 points: SIGSEGV
#include <cuda_runtime.h>

void transpose_naive(float* out, const float* in, int rows, int cols) {
  for (int i = 0; i < rows * cols; ++i) out[i] = in[rows * cols + i];
}
