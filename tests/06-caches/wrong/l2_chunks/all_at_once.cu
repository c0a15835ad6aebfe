// All rows, and all rows again.
// fails: Memory.FilledFromDram: what the first pass brought has left L2
#include <cuda_runtime.h>

#include <algorithm>

__global__ void find(float* most, const float* in, int cols) {
  __shared__ float of_warp[8];
  const float* mine = in + std::size_t(blockIdx.x) * cols;
  float best = 0;
  for (int c = threadIdx.x; c < cols; c += 256) best = max(best, mine[c]);
  for (int k = 16; k > 0; k /= 2) best = max(best, __shfl_xor_sync(~0u, best, k));
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = best;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (int w = 1; w < 8; ++w) best = max(best, of_warp[w]);
  most[blockIdx.x] = best;
}

__global__ void scale(float* out, const float* most, const float* in, int cols) {
  const std::size_t at = std::size_t(blockIdx.x) * cols;
  for (int c = threadIdx.x; c < cols; c += 256) out[at + c] = in[at + c] / most[blockIdx.x];
}

void l2_chunks(float* out, float* largest, const float* in, int rows, int cols) {
  find<<<rows, 256>>>(largest, in, cols);
  scale<<<rows, 256>>>(out, largest, in, cols);
}
