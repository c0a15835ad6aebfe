// Reads and writes device memory on the host.
// fails: Correctness.Square: host
#include <cuda_runtime.h>

void transpose_naive(float* out, const float* in, int rows, int cols) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) out[col * rows + row] = in[row * cols + col];
}
