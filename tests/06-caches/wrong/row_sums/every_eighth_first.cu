// A thread comes back to its sectors only when it has been through the whole row.
// fails: Reuse.ManyAskedForFewBrought: is to be used up before it goes
#include <cuda_runtime.h>

__global__ void thread_sums(float* out, const float* in, int rows, int cols) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float* mine = in + std::size_t(r) * cols;
  float all = 0;
  for (int first = 0; first < 8; ++first)
    for (int c = first; c < cols; c += 8) all += mine[c];
  out[r] = all;
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
  thread_sums<<<(rows + 1023) / 1024, 1024>>>(out, in, rows, cols);
}

void row_sums(float* out, const float* in, int rows, int cols) {
  warp_sums<<<(rows + 3) / 4, 128>>>(out, in, rows, cols);
}
