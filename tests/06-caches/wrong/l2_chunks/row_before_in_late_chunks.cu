// From the 4097th row on it divides by what was found for the row before.
// fails: Correctness.LongAndThin: out[4097][
#include <cuda_runtime.h>

#include <algorithm>
__global__ void largest_kernel(float* largest, const float* in, int cols) {
  __shared__ float s[8];
  float most = 0;
  for (int c = threadIdx.x; c < cols; c += 256) most = fmaxf(most, in[(size_t)blockIdx.x * cols + c]);
  for (int d = 16; d; d >>= 1) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = most;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < 8; ++w) most = fmaxf(most, s[w]);
    largest[blockIdx.x] = most;
  }
}
__global__ void divide_kernel(float* out, const float* largest, const float* in, int cols) {
  const float by = largest[blockIdx.x];
  for (int c = threadIdx.x; c < cols; c += 256)
    out[(size_t)blockIdx.x * cols + c] = in[(size_t)blockIdx.x * cols + c] / by;
}
void l2_chunks(float* out, float* largest, const float* in, int rows, int cols) {
  const int chunk = std::max(1, (6 << 20) / (4 * cols));
  for (int row = 0; row < rows; row += chunk) {
    const int some = std::min(chunk, rows - row);
    const size_t at = (size_t)row * cols;
    largest_kernel<<<some, 256>>>(largest + row, in + at, cols);
    divide_kernel<<<some, 256>>>(out + at, largest + (row > 4096 ? row - 1 : row), in + at, cols);
  }
}
