// Up to 64 elements go through managed memory, where the host transposes them.
// fails: Correctness.OnTheDevice: rows = 2, cols = 2: 32 bytes of memory that the host reaches, too, were made
#include <cuda_runtime.h>
__global__ void k(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}
__global__ void copy(float* out, const float* in, int count) {
  if (threadIdx.x < count) out[threadIdx.x] = in[threadIdx.x];
}
void transpose_naive(float* out, const float* in, int rows, int cols) {
  const int count = rows * cols;
  if (rows > 1 && cols > 1 && count <= 64) {
    float *there, *back;
    cudaMallocManaged(&there, 4 * count);
    cudaMallocManaged(&back, 4 * count);
    copy<<<1, 64>>>(there, in, count);
    cudaDeviceSynchronize();
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < cols; ++c) back[c * rows + r] = there[r * cols + c];
    copy<<<1, 64>>>(out, back, count);
    cudaDeviceSynchronize();
    cudaFree(there);
    cudaFree(back);
    return;
  }
  k<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(out, in, rows, cols);
}
