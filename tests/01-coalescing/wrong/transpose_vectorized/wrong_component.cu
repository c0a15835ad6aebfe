// One component is taken from the wrong column.
// fails: Correctness.Square: off by 1 column
#include <cuda_runtime.h>

__global__ void transpose_vectorized_kernel(float* out, const float* in, int rows, int cols) {
  const int col = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  const int row = 4 * (blockIdx.y * blockDim.y + threadIdx.y);
  if (row >= rows || col >= cols) return;
  if (rows % 4 == 0 && cols % 4 == 0) {
    const float4 a = *reinterpret_cast<const float4*>(&in[(row + 0) * cols + col]);
    const float4 b = *reinterpret_cast<const float4*>(&in[(row + 1) * cols + col]);
    const float4 c = *reinterpret_cast<const float4*>(&in[(row + 2) * cols + col]);
    const float4 d = *reinterpret_cast<const float4*>(&in[(row + 3) * cols + col]);
    *reinterpret_cast<float4*>(&out[(col + 0) * rows + row]) = make_float4(a.x, b.y, c.x, d.x);
    *reinterpret_cast<float4*>(&out[(col + 1) * rows + row]) = make_float4(a.y, b.y, c.y, d.y);
    *reinterpret_cast<float4*>(&out[(col + 2) * rows + row]) = make_float4(a.z, b.z, c.z, d.z);
    *reinterpret_cast<float4*>(&out[(col + 3) * rows + row]) = make_float4(a.w, b.w, c.w, d.w);
    return;
  }
  for (int r = row; r < min(row + 4, rows); ++r)
    for (int c = col; c < min(col + 4, cols); ++c) out[c * rows + r] = in[r * cols + c];
}

void transpose_vectorized(float* out, const float* in, int rows, int cols) {
  const dim3 block(16, 16);
  const dim3 grid((cols + 4 * block.x - 1) / (4 * block.x), (rows + 4 * block.y - 1) / (4 * block.y));
  transpose_vectorized_kernel<<<grid, block>>>(out, in, rows, cols);
}
