// A lambda that captures nothing uses dynamic shared memory by its name; an odd multiple of the row turns it.
#include <cuda_runtime.h>
__global__ void transpose_swizzled_kernel(float* out, const float* in, int rows, int cols) {
  extern __shared__ float tile[];
  const auto cell = [](unsigned y, unsigned x) -> float& { return tile[y * 32 + (x + 13 * y) % 32]; };
  const int x = threadIdx.x, y = threadIdx.y;
  const int r = blockIdx.y * 32 + y, c = blockIdx.x * 32 + x;
  if (r < rows && c < cols) cell(y, x) = in[r * cols + c];
  __syncthreads();
  const int r2 = blockIdx.x * 32 + y, c2 = blockIdx.y * 32 + x;
  if (r2 < cols && c2 < rows) out[r2 * rows + c2] = cell(x, y);
}
void transpose_swizzled(float* out, const float* in, int rows, int cols) {
  transpose_swizzled_kernel<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 32), 4096>>>(out, in, rows, cols);
}
