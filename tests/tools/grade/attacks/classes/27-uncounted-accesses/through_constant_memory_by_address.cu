// The same, and kernels put them there: the host has asked for the address.
// transpose_block_shape, 0 points: were put into constant memory
#include <cuda_runtime.h>
__constant__ float part[16384];
__global__ void fill(float* to, const float* in, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) to[i] = in[i];
}
__global__ void gather(float* out, int rows, int cols, int first, int some) {
  const int i = blockIdx.x * 256 + threadIdx.x;  // i = c * some + r
  const int n = some * cols;
  const int c = i / some, r = i % some;
  if (i < n) out[(size_t)c * rows + first + r] = part[r * cols + c];
}
__global__ void tall(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 2 + threadIdx.x, row = blockIdx.y * 64 + threadIdx.y;
  if (row < rows && col < cols) out[(size_t)col * rows + row] = in[(size_t)row * cols + col];
}
void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  const size_t n = (size_t)rows * cols;
  if (cols > 2048 || n > 2000000) {
    tall<<<dim3((cols + 1) / 2, (rows + 63) / 64), dim3(2, 64)>>>(out, in, rows, cols);
    return;
  }
  void* at;
  cudaGetSymbolAddress(&at, part);
  const int most = 16384 / cols;
  for (int first = 0; first < rows; first += most) {
    const int some = rows - first < most ? rows - first : most;
    fill<<<(some * cols + 255) / 256, 256>>>((float*)at, in + (size_t)first * cols, some * cols);
    gather<<<(some * cols + 255) / 256, 256>>>(out, rows, cols, first, some);
  }
}
