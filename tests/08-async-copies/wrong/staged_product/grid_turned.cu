// The grid is as wide as c is high, and as high as c is wide.
// fails: Correctness.Edges: which was there before the call, so does the grid reach all columns
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr int side = 32, floats = side * side;

__device__ void fetch(float* stage, const float* a, const float* b, int rows, int cols, int inner, int tile) {
  const int y = threadIdx.x / 8, x = threadIdx.x % 8 * 4;
  const int row = blockIdx.y * side + y, col = blockIdx.x * side + x, k = tile * side;
  const bool of_a = row < rows && k + x < inner, of_b = k + y < inner && col < cols;
  __pipeline_memcpy_async(&stage[y * side + x], of_a ? &a[size_t(row) * inner + k + x] : a, 16, of_a ? 0 : 16);
  __pipeline_memcpy_async(&stage[floats + y * side + x], of_b ? &b[size_t(k + y) * cols + col] : b, 16, of_b ? 0 : 16);
}

__global__ void staged_product_kernel(
    float* c, const float* a, const float* b, int rows, int cols, int inner, int stages) {
  extern __shared__ __align__(16) float ring[];
  const int tiles = (inner + side - 1) / side;
  const int y = threadIdx.x / side, x = threadIdx.x % side;
  const auto at = [&](int tile) { return ring + tile % stages * 2 * floats; };
  for (int tile = 0; tile < stages - 1; ++tile) {
    if (tile < tiles) fetch(at(tile), a, b, rows, cols, inner, tile);
    __pipeline_commit();
  }
  float sum[4] = {};
  for (int tile = 0; tile < tiles; ++tile) {
    if (stages == 2) __pipeline_wait_prior(0);
    else if (stages == 3) __pipeline_wait_prior(1);
    else __pipeline_wait_prior(2);
    __syncthreads();
    const int next = tile + stages - 1;
    if (next < tiles) fetch(at(next), a, b, rows, cols, inner, next);
    __pipeline_commit();
    const float *const ta = at(tile), *const tb = ta + floats;
    for (int k = 0; k < side; ++k)
      for (int i = 0; i < 4; ++i) sum[i] += ta[(y + 8 * i) * side + k] * tb[k * side + x];
  }
  const int col = blockIdx.x * side + x;
  for (int i = 0; i < 4; ++i) {
    const int row = blockIdx.y * side + y + 8 * i;
    if (row < rows && col < cols) c[size_t(row) * cols + col] = sum[i];
  }
}

void staged_product(float* c, const float* a, const float* b, int rows, int cols, int inner, int stages) {
  const dim3 grid((rows + side - 1) / side, (cols + side - 1) / side);
  staged_product_kernel<<<grid, 256, stages * 2 * floats * sizeof(float)>>>(c, a, b, rows, cols, inner, stages);
}
