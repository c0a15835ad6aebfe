// Keeps the index in 16 bits.
// fails: Correctness.LongAndThin: cols = 32768
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  const short col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  const short height = rows, width = cols;
  if (row < height && col < width) out[col * rows + row] = in[row * cols + col];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {

  const dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
  turn<<<grid, block>>>(out, in, rows, cols);
}
