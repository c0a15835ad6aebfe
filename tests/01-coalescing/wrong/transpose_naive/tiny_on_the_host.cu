// Up to 64 elements are copied to the host, transposed there and copied back.
// fails: Correctness.OnTheDevice: rows = 2, cols = 2: no kernel was launched
#include <cuda_runtime.h>
__global__ void k(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}
void transpose_naive(float* out, const float* in, int rows, int cols) {
  if (rows > 1 && cols > 1 && rows * cols <= 64) {
    float there[64], back[64];
    cudaMemcpy(there, in, 4 * rows * cols, cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < cols; ++c) back[c * rows + r] = there[r * cols + c];
    cudaMemcpy(out, back, 4 * rows * cols, cudaMemcpyHostToDevice);
    return;
  }
  k<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(out, in, rows, cols);
}
