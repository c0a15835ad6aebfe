// The tile goes to the right place, but is not transposed inside.
// fails: Correctness.Square: tiles of 4×4 elements are in their places, but not transposed inside
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
    *reinterpret_cast<float4*>(&out[(col + 0) * rows + row]) = a;
    *reinterpret_cast<float4*>(&out[(col + 1) * rows + row]) = b;
    *reinterpret_cast<float4*>(&out[(col + 2) * rows + row]) = c;
    *reinterpret_cast<float4*>(&out[(col + 3) * rows + row]) = d;
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
