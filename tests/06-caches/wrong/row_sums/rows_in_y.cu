// A block a row in grid.y, of which there are 65,535 at most.
// fails: Correctness.ManyRows: a grid's y is at most 65535
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

__global__ void a_row_each(float* out, const float* in, int cols) {
  __shared__ float parts[32];
  const size_t row = blockIdx.y;
  float sum = 0;
  for (int col = threadIdx.x; col < cols; col += 32) sum += in[row * cols + col];
  parts[threadIdx.x] = sum;
  __syncwarp();
  if (threadIdx.x) return;
  float all = 0;
  for (const float part : parts) all += part;
  out[row] = all;
}
void row_sums(float* out, const float* in, int rows, int cols) { a_row_each<<<dim3(1, rows), 32>>>(out, in, cols); }
