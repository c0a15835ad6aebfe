// Only the first lane's part is stored.
// fails: Correctness.Small: what one thread of 32 has summed up
#include <cuda_runtime.h>

__global__ void thread_sums(float* out, const float* in, int rows, int cols) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float* mine = in + std::size_t(r) * cols;
  float all = 0;
  for (int c = 0; c < cols; ++c) all += mine[c];
  out[r] = all;
}

__global__ void warp_sums(float* out, const float* in, int rows, int cols) {
  const int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (r >= rows) return;
  const float* mine = in + std::size_t(r) * cols;
  float part = 0;
  for (int c = lane; c < cols; c += 32) part += mine[c];
  if (lane == 0) out[r] = part;
}

void row_sums_by_thread(float* out, const float* in, int rows, int cols) {
  thread_sums<<<(rows + 255) / 256, 256>>>(out, in, rows, cols);
}

void row_sums(float* out, const float* in, int rows, int cols) {
  warp_sums<<<(rows + 3) / 4, 128>>>(out, in, rows, cols);
}
