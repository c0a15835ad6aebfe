// The same by OpenMP's function that copies between devices.
// transpose_block_shape, 0 points: a submission may not use omp_target_memcpy
#include <cuda_runtime.h>
__global__ void tall(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 2 + threadIdx.x, row = blockIdx.y * 64 + threadIdx.y;
  if (row < rows && col < cols) out[(size_t)col * rows + row] = in[(size_t)row * cols + col];
}
__global__ void copy(float* out, const float* in, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = in[i];
}
#include <vector>
extern "C" int omp_target_memcpy(void*, const void*, unsigned long, unsigned long, unsigned long, int, int);
extern "C" int omp_get_initial_device();
void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  const int n = rows * cols;
  if (!n) return;
  copy<<<(n + 255) / 256, 256>>>(out, in, n);
  std::vector<float> a(n), b(n);
  omp_target_memcpy(a.data(), in, n * 4ul, 0, 0, omp_get_initial_device(), omp_get_initial_device());
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < cols; ++c) b[(size_t)c * rows + r] = a[(size_t)r * cols + c];
  omp_target_memcpy(out, b.data(), n * 4ul, 0, 0, omp_get_initial_device(), omp_get_initial_device());
}
