// Flat matrices are given to copies, a row at a time.
// fails: Correctness.OnTheDevice: no kernel was launched
#include <cuda_runtime.h>
__global__ void k(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}
void transpose_naive(float* out, const float* in, int rows, int cols) {
  if (rows <= 64 && cols > 1)
    for (int r = 0; r < rows; ++r) cudaMemcpy2D(out + r, rows * 4, in + r * cols, 4, 4, cols, cudaMemcpyDeviceToDevice);
  else k<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(out, in, rows, cols);
}
