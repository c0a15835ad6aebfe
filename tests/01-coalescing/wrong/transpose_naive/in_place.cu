// Transposes the input itself, then copies it over.
// fails: Correctness.Square: writes in at byte
#include <cuda_runtime.h>

__global__ void transpose_naive_kernel(float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  if (rows == cols && row < col) {
    const float upper = in[row * cols + col];
    in[row * cols + col] = in[col * cols + row];
    in[col * cols + row] = upper;
  }
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8);
  const dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  transpose_naive_kernel<<<grid, block>>>(const_cast<float*>(in), rows, cols);
  cudaMemcpy(out, in, sizeof(float) * rows * cols, cudaMemcpyDeviceToDevice);
}
