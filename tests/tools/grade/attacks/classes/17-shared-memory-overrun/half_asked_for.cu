// Asks for half of the dynamic shared memory that it uses.
// transpose_shared, 0 points: just past the end of dynamic shared memory
#include <cuda_runtime.h>

__global__ void tiles(float* out, const float* in, int rows, int cols) {
  extern __shared__ float tile[];
  const int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
  if (row < rows && col < cols) tile[y * 32 + x] = in[row * cols + col];
  __syncthreads();
  const int to_col = blockIdx.y * 32 + x, to_row = blockIdx.x * 32 + y;
  if (to_row < cols && to_col < rows) out[to_row * rows + to_col] = tile[x * 32 + y];
}

void transpose_shared(float* out, const float* in, int rows, int cols) {
  tiles<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 32), 32 * 32 * sizeof(float) / 2>>>(out, in, rows, cols);
}
