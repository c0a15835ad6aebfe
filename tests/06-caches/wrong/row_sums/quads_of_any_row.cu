// By float4, also where the columns are no multiple of four.
// fails: Correctness.Small: which is not a multiple of 16
#include <cuda_runtime.h>

__global__ void by_threads(float* out, const float* in, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const float* from = in + size_t(row) * cols;
  float sum = 0;
  for (int col = 0; col < cols; ++col) sum += from[col];
  out[row] = sum;
}
void row_sums_by_thread(float* out, const float* in, int rows, int cols) {
  by_threads<<<(rows + 127) / 128, 128>>>(out, in, rows, cols);
}

__global__ void by_quads(float* out, const float* in, int rows, int cols) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const float* const own = in + size_t(row) * cols;
  float sum = 0;
  for (int quad = lane; quad < cols / 4; quad += 32) {
    const float4 four = reinterpret_cast<const float4*>(own)[quad];
    sum += four.x + four.y + four.z + four.w;
  }
  for (int col = cols / 4 * 4 + lane; col < cols; col += 32) sum += own[col];
  for (int apart = 1; apart < 32; apart *= 2) sum += __shfl_xor_sync(~0u, sum, apart);
  if (!lane) out[row] = sum;
}
void row_sums(float* out, const float* in, int rows, int cols) {
  by_quads<<<(rows + 3) / 4, 128>>>(out, in, rows, cols);
}
