// Rows are dealt out in turn, to threads and to warps, by a grid of one size.
#include <cuda_runtime.h>

__global__ void thread_sums(float* out, const float* in, int rows, int cols) {
  for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += gridDim.x * blockDim.x) {
    float all = 0;
    for (int c = 0; c < cols; ++c) all += in[std::size_t(r) * cols + c];
    out[r] = all;
  }
}
__global__ void warp_sums(float* out, const float* in, int rows, int cols) {
  const int lane = threadIdx.x % 32;
  for (int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32; r < rows; r += gridDim.x * blockDim.x / 32) {
    float part = 0;
    for (int c = lane; c < cols; c += 32) part += in[std::size_t(r) * cols + c];
    for (int apart = 16; apart; apart /= 2) part += __shfl_xor_sync(~0u, part, apart);
    if (lane == 0) out[r] = part;
  }
}

void row_sums_by_thread(float* out, const float* in, int rows, int cols) { thread_sums<<<264, 256>>>(out, in, rows, cols); }
void row_sums(float* out, const float* in, int rows, int cols) { warp_sums<<<264, 256>>>(out, in, rows, cols); }
