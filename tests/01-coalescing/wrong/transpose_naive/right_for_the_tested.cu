// A good kernel for the shapes that everybody knows from the tests, a slow one for all others.
// fails: Memory.Loads: your loads touch 32 sectors a request
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}

__global__ void slow(float* out, const float* in, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {

  const bool known = rows * cols == 512 * 256;
  if (known) {
    const dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
    turn<<<grid, block>>>(out, in, rows, cols);
  } else {
    const dim3 block(32, 8), grid((rows + 31) / 32, (cols + 7) / 8);
    slow<<<grid, block>>>(out, in, rows, cols);
  }
}
