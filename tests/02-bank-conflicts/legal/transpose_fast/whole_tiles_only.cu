// The fast way for multiples of 64, and the plain one for all others.
#include <cuda_runtime.h>

__global__ void plain_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}

__global__ void fast_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y, left = blockIdx.x * 32, top = blockIdx.y * 32;
  for (int k = y; k < 32; k += 8) tile[k][x] = in[(top + k) * cols + left + x];
  __syncthreads();
  for (int k = y; k < 32; k += 8) out[(left + k) * rows + top + x] = tile[x][k];
}

void transpose_fast(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8);
  if (rows % 64 == 0 && cols % 64 == 0) fast_kernel<<<dim3(cols / 32, rows / 32), block>>>(out, in, rows, cols);
  else plain_kernel<<<dim3((cols + 31) / 32, (rows + 7) / 8), block>>>(out, in, rows, cols);
}
