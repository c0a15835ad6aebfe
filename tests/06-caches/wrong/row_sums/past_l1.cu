// A thread a row in order, but its loads go past L1.
// fails: Reuse.ManyAskedForFewBrought: a sector that a thread has brought is to be used up
#include <cuda_runtime.h>

__global__ void by_threads(float* out, const float* in, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const float* from = in + size_t(row) * cols;
  float sum = 0;
  for (int col = 0; col < cols; ++col) sum += __ldcg(from + col);
  out[row] = sum;
}
void row_sums_by_thread(float* out, const float* in, int rows, int cols) {
  by_threads<<<(rows + 127) / 128, 128>>>(out, in, rows, cols);
}

// A warp a row.
__global__ void by_warps(float* out, const float* in, int rows, int cols) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (row >= rows) return;
  float sum = 0;
  for (int col = threadIdx.x % 32; col < cols; col += 32) sum += in[size_t(row) * cols + col];
  for (int apart = 16; apart; apart /= 2) sum += __shfl_down_sync(~0u, sum, apart);
  if (threadIdx.x % 32 == 0) out[row] = sum;
}
void row_sums(float* out, const float* in, int rows, int cols) {
  by_warps<<<(rows + 7) / 8, 256>>>(out, in, rows, cols);
}
