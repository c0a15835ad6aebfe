// Every element goes to the tile and back, and then it is stored straight down a column.
// fails: Memory.Stores: your stores touch 32 sectors a request
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][32];
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  const bool inside = row < rows && col < cols;
  if (inside) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
  __syncthreads();
  if (inside) out[col * rows + row] = tile[threadIdx.y][threadIdx.x];
}

void transpose_shared(float* out, const float* in, int rows, int cols) {
  turn<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 32)>>>(out, in, rows, cols);
}
