// A block a row, whose warps put their parts into shared memory, and nobody waits for them.
// fails: Correctness.Small: with no barrier in between
#include <cuda_runtime.h>

__global__ void thread_sums(float* out, const float* in, int rows, int cols) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float all = 0;
  for (int c = 0; c < cols; ++c) all += in[std::size_t(r) * cols + c];
  out[r] = all;
}

void row_sums_by_thread(float* out, const float* in, int rows, int cols) {
  thread_sums<<<(rows + 127) / 128, 128>>>(out, in, rows, cols);
}

__global__ void block_sums(float* out, const float* in, int cols) {
  __shared__ float parts[8];
  float part = 0;
  for (int c = threadIdx.x; c < cols; c += 256) part += in[std::size_t(blockIdx.x) * cols + c];
  for (int apart = 16; apart; apart /= 2) part += __shfl_down_sync(~0u, part, apart);
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = part;
  if (threadIdx.x == 0) {
    float all = 0;
    for (int w = 0; w < 8; ++w) all += parts[w];
    out[blockIdx.x] = all;
  }
}

void row_sums(float* out, const float* in, int rows, int cols) { block_sums<<<rows, 256>>>(out, in, cols); }
