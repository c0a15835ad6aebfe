// The bounds check uses the shuffled column.
// fails: Correctness.Primes: past the end of in
#include <cuda_runtime.h>

__global__ void transpose_swizzled_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][32];
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  const int place = threadIdx.x ^ threadIdx.y;
  if (row < rows && blockIdx.x * 32 + place < cols) tile[threadIdx.y][place] = in[row * cols + col];
  __syncthreads();
  const int out_row = blockIdx.x * 32 + threadIdx.y, out_col = blockIdx.y * 32 + threadIdx.x;
  if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];
}

void transpose_swizzled(float* out, const float* in, int rows, int cols) {
  const dim3 grid((cols + 31) / 32, (rows + 31) / 32);
  transpose_swizzled_kernel<<<grid, dim3(32, 32)>>>(out, in, rows, cols);
}
