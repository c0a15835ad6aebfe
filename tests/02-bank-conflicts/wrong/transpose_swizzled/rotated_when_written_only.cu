// Rows are rotated when they are written, and read as if they were not.
// fails: Correctness.Tile: each tile of 32×32 has its own elements, but not where they belong in it
#include <cuda_runtime.h>
__device__ int where(int row, int col) { return 32 * row + (col + row & 31); }
__global__ void transpose_swizzled_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[1024];
  int x = threadIdx.x, y0 = threadIdx.y;
#pragma unroll
  for (int k = 0; k < 32; k += 4) {
    int r = blockIdx.y * 32 + y0 + k, c = blockIdx.x * 32 + x;
    if (r < rows && c < cols) tile[where(y0 + k, x)] = in[r * cols + c];
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < 32; k += 4) {
    int r = blockIdx.x * 32 + y0 + k, c = blockIdx.y * 32 + x;
    if (r < cols && c < rows) out[r * rows + c] = tile[x * 32 + y0 + k];
  }
}
void transpose_swizzled(float* out, const float* in, int rows, int cols) {
  transpose_swizzled_kernel<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 4)>>>(out, in, rows, cols);
}
