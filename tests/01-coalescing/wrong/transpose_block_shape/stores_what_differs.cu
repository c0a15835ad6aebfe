// Stores only where another value is there; a zero is equal to one of the other sign.
// fails: Correctness.EveryBit: should hold the bits
#include <cuda_runtime.h>
__global__ void transpose_block_shape_kernel(float* out, const float* in, int rows, int cols) {
  const int c = blockIdx.x * 8 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
  if (r >= rows || c >= cols) return;
  const float value = in[r * cols + c];
  if (out[c * rows + r] != value) out[c * rows + r] = value;
}
void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  transpose_block_shape_kernel<<<dim3((cols + 7) / 8, (rows + 31) / 32), dim3(8, 32)>>>(out, in, rows, cols);
}
