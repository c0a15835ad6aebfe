// A block a row, and shared memory for its warps' parts.
#include <cuda_runtime.h>

__global__ void thread_sums(float* out, const float* in, int rows, int cols) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float* mine = in + std::size_t(r) * cols;
  float all = 0;
  for (int c = 0; c < cols; ++c) all += mine[c];
  out[r] = all;
}

__global__ void block_sums(float* out, const float* in, int cols) {
  __shared__ float parts[64];
  const float* mine = in + std::size_t(blockIdx.x) * cols;
  float part = 0;
  for (int c = threadIdx.x; c < cols; c += 64) part += mine[c];
  parts[threadIdx.x] = part;
  for (int width = 32; width > 0; width /= 2) {
    __syncthreads();
    if (threadIdx.x < width) parts[threadIdx.x] += parts[threadIdx.x + width];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = parts[0];
}

void row_sums_by_thread(float* out, const float* in, int rows, int cols) {
  thread_sums<<<(rows + 255) / 256, 256>>>(out, in, rows, cols);
}

void row_sums(float* out, const float* in, int rows, int cols) { block_sums<<<rows, 64>>>(out, in, cols); }
