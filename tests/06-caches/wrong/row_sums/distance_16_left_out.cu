// A warp's lanes are added up from distance 8 on: half of the lanes' sums are lost.
// fails: Correctness.Small: does the reduction leave out the distance 16
#include <cuda_runtime.h>
__global__ void by_thread(float* out, const float* in, int rows, int cols) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float s = 0;
  for (int c = 0; c < cols; ++c) s += in[(size_t)row * cols + c];
  out[row] = s;
}
__global__ void by_warp(float* out, const float* in, int rows, int cols) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float s = 0;
  for (int c = lane; c < cols; c += 32) s += in[(size_t)row * cols + c];
  for (int d = 8; d; d >>= 1) s += __shfl_down_sync(~0u, s, d);
  if (lane == 0) out[row] = s;
}
void row_sums_by_thread(float* out, const float* in, int rows, int cols) {
  by_thread<<<(rows + 127) / 128, 128>>>(out, in, rows, cols);
}
void row_sums(float* out, const float* in, int rows, int cols) {
  by_warp<<<(rows + 7) / 8, 256>>>(out, in, rows, cols);
}
