// A float4 needs an address that is a multiple of 16, and rows of 33 floats begin at multiples of 4.
// fails: Correctness.Tile: 16
#include <cuda_runtime.h>

__global__ void transpose_padded_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][33];
  const int col = blockIdx.x * 32 + 4 * threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows)
    for (int i = 0; i < 4; ++i)
      if (col + i < cols) tile[threadIdx.y][4 * threadIdx.x + i] = in[row * cols + col + i];
  __syncthreads();
  const int out_row = blockIdx.y * 32 + threadIdx.y, out_col = blockIdx.x * 32 + 4 * threadIdx.x;
  const float4 v = *reinterpret_cast<float4*>(&tile[threadIdx.y][4 * threadIdx.x]);
  if (out_row < rows && out_col + 3 < cols) {
    out[(out_col + 0) * rows + out_row] = v.x;
    out[(out_col + 1) * rows + out_row] = v.y;
    out[(out_col + 2) * rows + out_row] = v.z;
    out[(out_col + 3) * rows + out_row] = v.w;
  }
}

void transpose_padded(float* out, const float* in, int rows, int cols) {
  const dim3 grid((cols + 31) / 32, (rows + 31) / 32);
  transpose_padded_kernel<<<grid, dim3(8, 32)>>>(out, in, rows, cols);
}
