// A kernel that does not end.
// transpose_naive, 0 points: steps and were stopped | still running after
#include <cuda_runtime.h>

__global__ void spin(volatile float* out) {
  while (out[0] != 12345) out[1] = 0;
}
void transpose_naive(float* out, const float* in, int rows, int cols) { spin<<<1, 1>>>(out); }
