// Takes the device's memory and keeps it.
// transpose_naive, 0 points: still running after 6 s of processor time | CUDA reports: out of memory
#include <cuda_runtime.h>

__global__ void move(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  for (void* p = nullptr; cudaMalloc(&p, 1 << 28) == cudaSuccess;) cudaMemset(p, 1, 1 << 28);
  move<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(out, in, rows, cols);
}
