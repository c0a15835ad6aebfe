// At most 8192 blocks of 32 rows, and no loop: there may be more rows.
// fails: Correctness.Tallest: rows = 500000, cols = 1
#include <cuda_runtime.h>

namespace {
struct Matrix {
  const float* at;
  int rows, cols;
  __device__ float operator()(int r, int c) const {
    return r < 0 || c < 0 || r >= rows || c >= cols ? 0.0f : at[size_t(r) * cols + c];
  }
};
template <int reach>
__global__ void cross(float* out, Matrix in) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  const int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c >= in.cols) return;
  if (r >= in.rows) return;
  float sum = 0;
#pragma unroll
  for (int k = -reach; k <= reach; ++k) sum += in(r, c + k);
#pragma unroll
  for (int k = -reach; k <= reach; ++k)
    if (k != 0) sum += in(r + k, c);
  out[size_t(r) * in.cols + c] = sum;
}
}  // namespace
void blocked_stencil(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 32), grid((cols + 31) / 32, (rows + 31) / 32 < 8192 ? (rows + 31) / 32 : 8192);
  cross<4><<<grid, block>>>(out, Matrix{in, rows, cols});
}
