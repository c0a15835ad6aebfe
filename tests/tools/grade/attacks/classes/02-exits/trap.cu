// The kernel ends the whole grid, and the context with it.
// transpose_naive, 0 points: calls __trap()
#include <cuda_runtime.h>

__global__ void stop() { __trap(); }
void transpose_naive(float* out, const float* in, int rows, int cols) { stop<<<1, 1>>>(); }
