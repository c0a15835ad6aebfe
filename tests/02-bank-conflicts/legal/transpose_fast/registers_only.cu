// 4×4 floats a thread and no tile: whole sectors, no shared memory. (A GPU would find it too slow.)
#include <cuda_runtime.h>

__global__ void transpose_fast_kernel(float* out, const float* in, int rows, int cols) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  const bool whole = 4 * x + 3 < cols && 4 * y + 3 < rows && cols % 4 == 0 && rows % 4 == 0;
  float4 v[4];
  for (int i = 0; whole && i < 4; ++i) v[i] = *reinterpret_cast<const float4*>(&in[(4 * y + i) * cols + 4 * x]);
  float* a = reinterpret_cast<float*>(v);
  for (int i = 0; whole && i < 4; ++i)
    *reinterpret_cast<float4*>(&out[(4 * x + i) * rows + 4 * y]) = make_float4(a[i], a[4 + i], a[8 + i], a[12 + i]);
  for (int r = 4 * y; !whole && r < min(4 * y + 4, rows); ++r)
    for (int c = 4 * x; c < min(4 * x + 4, cols); ++c) out[c * rows + r] = in[r * cols + c];
}

void transpose_fast(float* out, const float* in, int rows, int cols) {
  const dim3 grid((cols + 31) / 32, (rows + 31) / 32);
  transpose_fast_kernel<<<grid, dim3(16, 16)>>>(out, in, rows, cols);
}
