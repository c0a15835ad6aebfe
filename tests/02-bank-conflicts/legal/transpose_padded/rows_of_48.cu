// Rows of 48, shifted by half their number: a column is in 32 banks.
// Legal: no two lanes of a warp meet.
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][48];
  int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    if (c < cols && r + k < rows)
      tile[threadIdx.y + k][threadIdx.x + (threadIdx.y + k) / 2] = in[size_t(r + k) * cols + c];
  __syncthreads();
  c = blockIdx.y * 32 + threadIdx.x, r = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    if (c < rows && r + k < cols) out[size_t(r + k) * rows + c] = tile[threadIdx.x][threadIdx.y + k + threadIdx.x / 2];
}
void transpose_padded(float* out, const float* in, int rows, int cols) {
  turn<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 8)>>>(out, in, rows, cols);
}
