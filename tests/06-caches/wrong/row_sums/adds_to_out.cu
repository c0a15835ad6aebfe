// Adds to what out holds.
// fails: Correctness.ByThreadSmall: out[0] holds what was there before
#include <cuda_runtime.h>

__global__ void thread_sums(float* out, const float* in, int rows, int cols) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float* mine = in + std::size_t(r) * cols;
  for (int c = 0; c < cols; ++c) out[r] += mine[c];
}

__global__ void warp_sums(float* out, const float* in, int rows, int cols) {
  const int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (r >= rows) return;
  const float* mine = in + std::size_t(r) * cols;
  float part = 0;
  for (int c = lane; c < cols; c += 32) part += mine[c];
  for (int k = 1; k < 32; k *= 2) part += __shfl_xor_sync(0xFFFFFFFFu, part, k);
  if (lane == 0) out[r] = part;
}

void row_sums_by_thread(float* out, const float* in, int rows, int cols) {
  thread_sums<<<(rows + 255) / 256, 256>>>(out, in, rows, cols);
}

void row_sums(float* out, const float* in, int rows, int cols) {
  warp_sums<<<(rows + 3) / 4, 128>>>(out, in, rows, cols);
}
