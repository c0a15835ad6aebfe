// An unpadded tile, read by PTX.
// fails: Memory.Wavefronts: all 32 lanes want a float of the same bank
#include <cuda_runtime.h>

constexpr int side = 32;

__global__ void transpose_padded_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[side][side];

  const int col = blockIdx.x * side + threadIdx.x;
  const int row = blockIdx.y * side + threadIdx.y;
  if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
  __syncthreads();
  const int out_row = blockIdx.x * side + threadIdx.y;
  const int out_col = blockIdx.y * side + threadIdx.x;
  if (out_row < cols && out_col < rows)
  {
    float value;
    asm volatile("ld.shared.f32 %0, [%1];"
                 : "=f"(value)
                 : "l"(__cvta_generic_to_shared(&tile[threadIdx.x][threadIdx.y])));
    out[out_row * rows + out_col] = value;
  }
}
void transpose_padded(float* out, const float* in, int rows, int cols) {
  const dim3 block(side, side);
  const dim3 grid((cols + side - 1) / side, (rows + side - 1) / side);
  transpose_padded_kernel<<<grid, block>>>(out, in, rows, cols);
}
