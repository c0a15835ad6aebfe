// Beyond the matrices a tile has their first elements, not zeros.
// fails: Correctness.FewerTilesThanStages: with c 128 × 128, inner 128, stages 4 it is right, so is it zeros
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
constexpr int T = 32;
__global__ void staged_product_kernel(
    float* c, const float* a, const float* b, int rows, int cols, int inner, int stages) {
  extern __shared__ __align__(16) float memory[];
  const int t = threadIdx.x, ty = t / 8, tx = t % 8 * 4;
  const int r0 = blockIdx.y * T, c0 = blockIdx.x * T, tiles = (inner + T - 1) / T;
  const auto bring = [&](int k) {
    if (k < tiles) {
      float* A = memory + k % stages * 2 * T * T;
      float* B = A + T * T;
      const bool in_a = r0 + ty < rows && k * T + tx < inner, in_b = k * T + ty < inner && c0 + tx < cols;
      __pipeline_memcpy_async(A + ty * T + tx, in_a ? a + size_t(r0 + ty) * inner + k * T + tx : a, 16);
      __pipeline_memcpy_async(B + ty * T + tx, in_b ? b + size_t(k * T + ty) * cols + c0 + tx : b, 16);
    }
    __pipeline_commit();
  };
  float acc[4] = {0, 0, 0, 0};
  for (int k = 0; k < stages - 1; ++k) bring(k);
  for (int k = 0; k < tiles; ++k) {
    bring(k + stages - 1);
    __pipeline_wait_prior(stages - 1);
    __syncthreads();
    const float* A = memory + k % stages * 2 * T * T;
    const float* B = A + T * T;
    for (int i = 0; i < T; ++i)
      for (int j = 0; j < 4; ++j) acc[j] += A[ty * T + i] * B[i * T + tx + j];
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    if (r0 + ty < rows && c0 + tx + j < cols) c[size_t(r0 + ty) * cols + c0 + tx + j] = acc[j];
}
void staged_product(float* c, const float* a, const float* b, int rows, int cols, int inner, int stages) {
  staged_product_kernel<<<dim3((cols + T - 1) / T, (rows + T - 1) / T), 256, stages * 2 * T * T * sizeof(float)>>>(
      c, a, b, rows, cols, inner, stages);
}
