// The factor loses twelve bits of its mantissa.
// fails: Correctness.Small: of itself, and 1e-06 is allowed
#include <cuda_runtime.h>
#include <algorithm>
__global__ void find(float* largest, const float* in, int rows, int cols) {
  int row = blockIdx.x;
  float m = 0;
  for (int c = threadIdx.x; c < cols; c += 32) m = fmaxf(m, in[(size_t)row * cols + c]);
  for (int d = 16; d; d /= 2) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
  if (threadIdx.x == 0) largest[row] = m;
}
__global__ void divide(float* out, const float* largest, const float* in, int rows, int cols) {
  int row = blockIdx.x;
  float f = 1 / largest[row];
  f = __int_as_float(__float_as_int(f) & 0xfffff000);
  for (int c = threadIdx.x; c < cols; c += 32) out[(size_t)row * cols + c] = in[(size_t)row * cols + c] * f;
}
void l2_chunks(float* out, float* largest, const float* in, int rows, int cols) {
  const int chunk = std::max(1, int((4u << 20) / (sizeof(float) * cols)));
  for (int row = 0; row < rows; row += chunk) {
    const int n = std::min(chunk, rows - row);
    find<<<n, 32>>>(largest + row, in + (size_t)row * cols, n, cols);
    divide<<<n, 32>>>(out + (size_t)row * cols, largest + row, in + (size_t)row * cols, n, cols);
  }
}
