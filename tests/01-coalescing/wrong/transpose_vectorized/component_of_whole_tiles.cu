// Where sides are multiples of 64, one component is taken from the wrong column.
// fails: Correctness.Square: rows = 64, cols = 64: 256 of 4096 elements are off by 1 column
#include <cuda_runtime.h>

__device__ void transpose_tile(
    float* out, const float* in, int rows, int cols, int row, int col) {
  const float4 a = *reinterpret_cast<const float4*>(&in[(row + 0) * cols + col]);
  const float4 b = *reinterpret_cast<const float4*>(&in[(row + 1) * cols + col]);
  const float4 c = *reinterpret_cast<const float4*>(&in[(row + 2) * cols + col]);
  const float4 d = *reinterpret_cast<const float4*>(&in[(row + 3) * cols + col]);
  *reinterpret_cast<float4*>(&out[(col + 0) * rows + row]) = make_float4(a.x, b.x, c.x, d.x);
  *reinterpret_cast<float4*>(&out[(col + 1) * rows + row]) = make_float4(a.y, b.y, c.y, d.y);
  *reinterpret_cast<float4*>(&out[(col + 2) * rows + row]) = make_float4(a.z, b.z, c.z, d.y);
  *reinterpret_cast<float4*>(&out[(col + 3) * rows + row]) = make_float4(a.w, b.w, c.w, d.w);
}

__global__ void transpose_vectorized_kernel(float* out, const float* in, int rows, int cols) {
  const int first_col = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  const int first_row = 4 * (blockIdx.y * blockDim.y + threadIdx.y);
  if (first_row >= rows || first_col >= cols) return;

  if (rows % 64 == 0 && cols % 64 == 0) {
    transpose_tile(out, in, rows, cols, first_row, first_col);
    return;
  }
  for (int row = first_row; row < min(first_row + 4, rows); ++row)
    for (int col = first_col; col < min(first_col + 4, cols); ++col)
      out[col * rows + row] = in[row * cols + col];
}

void transpose_vectorized(float* out, const float* in, int rows, int cols) {
  const dim3 block(16, 16);
  const dim3 grid(
      (cols + 4 * block.x - 1) / (4 * block.x), (rows + 4 * block.y - 1) / (4 * block.y));
  transpose_vectorized_kernel<<<grid, block>>>(out, in, rows, cols);
}
