// The host does the work where the matrix is long and large.
// fails: Correctness.Tallest: were copied to the host
#include <cuda_runtime.h>
__global__ void __launch_bounds__(1024) cross(float* out, const float* in, int rows, int cols, int across) {
  const int c = blockIdx.x % across * 32 + threadIdx.x, r = blockIdx.x / across * 32 + threadIdx.y;
  if (c >= cols || r >= rows) return;
  float s = 0;
  for (int k = max(c - 4, 0); k <= min(c + 4, cols - 1); ++k) s += in[size_t(r) * cols + k];
  for (int k = max(r - 4, 0); k <= min(r + 4, rows - 1); ++k)
    if (k != r) s += in[size_t(k) * cols + c];
  out[size_t(r) * cols + c] = s;
}
void blocked_stencil(float* out, const float* in, int rows, int cols) {
  const int across = (cols + 31) / 32;
  if (1ll * rows * cols > 65536 && (rows > 3 * cols || cols > 3 * rows)) {
    const size_t n = size_t(rows) * cols;
    float *a = new float[n], *b = new float[n];
    cudaMemcpy(a, in, n * 4, cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < cols; ++c) {
        float s = a[size_t(r) * cols + c];
        for (int k = 1; k <= 4; ++k) {
          if (c >= k) s += a[size_t(r) * cols + c - k];
          if (c + k < cols) s += a[size_t(r) * cols + c + k];
          if (r >= k) s += a[size_t(r - k) * cols + c];
          if (r + k < rows) s += a[size_t(r + k) * cols + c];
        }
        b[size_t(r) * cols + c] = s;
      }
    cross<<<1, dim3(32, 32)>>>(out, in, rows, cols, 1);
    cudaMemcpy(out, b, n * 4, cudaMemcpyHostToDevice);
    delete[] a;
    delete[] b;
    return;
  }
  cross<<<across*((rows + 31) / 32), dim3(32, 32)>>>(out, in, rows, cols, across);
}
