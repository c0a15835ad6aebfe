// By thread: every thirty-second element first. Of a long row a thread comes back to a sector when L1 has forgotten it; that a
// short one, whose four lines are all there, shows nothing of it, is why long ones are tried.
// fails: Reuse.LongRows: sectors, and asks for them in an order
#include <cuda_runtime.h>

__global__ void of_threads(float* out, const float* in, int rows, int cols) {
  const int mine = blockIdx.x * 64 + threadIdx.x;
  if (mine >= rows) return;
  const float* const row = in + (long long)mine * cols;
  float total = 0;
  for (int first = 0; first < 32; ++first)
    for (int col = first; col < cols; col += 32) total += row[col];
  out[mine] = total;
}

__global__ void of_warps(float* out, const float* in, int rows, int cols) {
  const int mine = blockIdx.x * 4 + threadIdx.y;
  float total = 0;
  for (int col = threadIdx.x; mine < rows && col < cols; col += 32) total += in[(long long)mine * cols + col];
  for (int by = 1; by < 32; by *= 2) total += __shfl_xor_sync(~0u, total, by);
  if (mine < rows && threadIdx.x == 0) out[mine] = total;
}

void row_sums_by_thread(float* out, const float* in, int rows, int cols) {
  of_threads<<<(rows + 63) / 64, 64>>>(out, in, rows, cols);
}
void row_sums(float* out, const float* in, int rows, int cols) {
  of_warps<<<(rows + 3) / 4, dim3(32, 4)>>>(out, in, rows, cols);
}
