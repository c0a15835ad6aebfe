// The host turns the matrix in two variables of both sides, which nobody had to make.
// transpose_block_shape, 0 points: of memory that the host reaches, too
#include <cuda_runtime.h>
__global__ void copy(float* out, const float* in, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = in[i];
}
__global__ void tall(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 2 + threadIdx.x, row = blockIdx.y * 64 + threadIdx.y;
  if (row < rows && col < cols) out[(size_t)col * rows + row] = in[(size_t)row * cols + col];
}
constexpr int most = 1 << 21;
__managed__ float from[most], to[most];
void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  const int n = rows * cols;
  if (n > most) {
    tall<<<dim3((cols + 1) / 2, (rows + 63) / 64), dim3(2, 64)>>>(out, in, rows, cols);
    return;
  }
  copy<<<(n + 255) / 256, 256>>>(from, in, n);
  cudaDeviceSynchronize();
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < cols; ++c) to[(size_t)c * rows + r] = from[(size_t)r * cols + c];
  copy<<<(n + 255) / 256, 256>>>(out, to, n);
}
