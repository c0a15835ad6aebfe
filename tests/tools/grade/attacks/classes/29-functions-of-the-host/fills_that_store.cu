// A kernel scatters by the driver's function that fills memory, once for each element; what another one stores looks well.
// transpose_block_shape, 0 points: a library's function that is the host's alone
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void copy(float* out, const float* in, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = in[i];
}
__global__ void scatter(float* out, const float* in, int rows, int cols, int x, int y) {
  const int col = x * 32 + threadIdx.x, row = y * 8 + threadIdx.y;
  if (row >= rows || col >= cols) return;
  const unsigned bits = __float_as_uint(in[(size_t)row * cols + col]);
  cuMemsetD32((CUdeviceptr)(out + (size_t)col * rows + row), bits, 1);
}

void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  copy<<<(rows * cols + 255) / 256, 256>>>(out, in, rows * cols);
  for (int y = 0; 8 * y < rows; ++y)
    for (int x = 0; 32 * x < cols; ++x) scatter<<<1, dim3(32, 8)>>>(out, in, rows, cols, x, y);
}
