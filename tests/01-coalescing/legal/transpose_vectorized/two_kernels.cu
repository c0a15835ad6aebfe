// One kernel for multiples of 4, another, naive, for the rest.
#include <cuda_runtime.h>

__global__ void tiles(float* out, const float* in, int rows, int cols) {
  const int col = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  const int row = 4 * (blockIdx.y * blockDim.y + threadIdx.y);
  if (row >= rows || col >= cols) return;
  const float4 a = *reinterpret_cast<const float4*>(&in[(row + 0) * cols + col]);
  const float4 b = *reinterpret_cast<const float4*>(&in[(row + 1) * cols + col]);
  const float4 c = *reinterpret_cast<const float4*>(&in[(row + 2) * cols + col]);
  const float4 d = *reinterpret_cast<const float4*>(&in[(row + 3) * cols + col]);
  *reinterpret_cast<float4*>(&out[(col + 0) * rows + row]) = make_float4(a.x, b.x, c.x, d.x);
  *reinterpret_cast<float4*>(&out[(col + 1) * rows + row]) = make_float4(a.y, b.y, c.y, d.y);
  *reinterpret_cast<float4*>(&out[(col + 2) * rows + row]) = make_float4(a.z, b.z, c.z, d.z);
  *reinterpret_cast<float4*>(&out[(col + 3) * rows + row]) = make_float4(a.w, b.w, c.w, d.w);
}

__global__ void elements(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  out[col * rows + row] = in[row * cols + col];
}

void transpose_vectorized(float* out, const float* in, int rows, int cols) {
  if (rows % 4 == 0 && cols % 4 == 0) {
    const dim3 block(16, 16);
    const dim3 grid((cols + 63) / 64, (rows + 63) / 64);
    tiles<<<grid, block>>>(out, in, rows, cols);
  } else {
    const dim3 block(8, 32);
    const dim3 grid((cols + 7) / 8, (rows + 31) / 32);
    elements<<<grid, block>>>(out, in, rows, cols);
  }
}
