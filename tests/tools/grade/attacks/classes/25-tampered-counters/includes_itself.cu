// Includes itself under a name that begins with the simulator's folder, where it may say what it likes.
// transpose_block_shape, 0 points: a submission may not use the attribute no_sanitize
#ifndef AGAIN
#define AGAIN
#include <cuda_runtime.h>
#include <../../../../../../../../../../../../proc/self/cwd/transpose_block_shape.cu>
void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  k<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(out, in, rows, cols);
}
#else
__attribute__((no_sanitize("thread"), noinline)) __device__ void put(float* at, float v) { *(volatile float*)at = v; }
__global__ void k(float* out, const float* in, int rows, int cols) {
  const int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y;
  if (r >= rows || c >= cols) return;
  const size_t me = (size_t)r * cols + c;
  const float v = in[me];
  out[me] = v;
  __syncthreads();
  put(&out[(size_t)c * rows + r], v);
}
#endif
