// The second half works out its place as the first: tiles stay where they were.
// fails: Correctness.Tile: rows = 64, cols = 64: tiles of 32×32 elements are transposed inside, but not in their places
#include <cuda_runtime.h>
__global__ void transpose_padded_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][33];
  int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
  if (c < cols && r < rows) tile[threadIdx.y][threadIdx.x] = in[r * cols + c];
  __syncthreads();
  c = blockIdx.x * 32 + threadIdx.x;
  r = blockIdx.y * 32 + threadIdx.y;
  if (c < rows && r < cols) out[r * rows + c] = tile[threadIdx.x][threadIdx.y];
}
void transpose_padded(float* out, const float* in, int rows, int cols) {
  transpose_padded_kernel<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 32)>>>(out, in, rows, cols);
}
