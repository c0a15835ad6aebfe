// The warps' sums are added to what out holds.
// fails: Correctness.Small: so what was there is added or compared
#include <cuda_runtime.h>

__global__ void by_thread(float* out, const float* in, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const float* at = in + (size_t)row * cols;
  float sum = 0;
  for (const float* end = at + cols; at != end; ++at) sum += *at;
  out[row] = sum;
}
void row_sums_by_thread(float* out, const float* in, int rows, int cols) {
  by_thread<<<(rows + 63) / 64, 64>>>(out, in, rows, cols);
}
__global__ void by_warp(float* out, const float* in, int rows, int cols) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int c = lane; c < cols; c += 32) sum += in[(size_t)row * cols + c];
  atomicAdd(&out[row], sum);
}
void row_sums(float* out, const float* in, int rows, int cols) {
  by_warp<<<(rows + 7) / 8, 256>>>(out, in, rows, cols);
}
