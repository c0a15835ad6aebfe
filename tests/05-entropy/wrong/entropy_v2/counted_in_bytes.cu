// Counters of 8 bits, which are v6's.
// fails: Prediction.Counters: have 8 bits; what narrow ones gain is another rung's
#include <cuda_runtime.h>

__global__ void __launch_bounds__(1024) entropy_v2_kernel(float* out, const float* in, int rows, int cols) {
  const int across = (cols - 1) / 32 + 1;
  const int col = blockIdx.x % across * 32 + threadIdx.x;
  const int row = blockIdx.x / across * 32 + threadIdx.y;
  __shared__ double table[26];
  const int t = threadIdx.y * 32 + threadIdx.x;
  if (t < 26) table[t] = t < 2 ? 0 : log(double(t));
  __syncthreads();
  if (row >= rows || col >= cols) return;
  signed char count[16] = {};
  int n = 0;
  for (int r = max(row - 2, 0); r <= min(row + 2, rows - 1); ++r)
    for (int c = max(col - 2, 0); c <= min(col + 2, cols - 1); ++c) {
      ++count[int(in[r * cols + c])];
      ++n;
    }
  double sum = 0;
#pragma unroll 4
  for (int i = 0; i < 16; ++i) sum += count[i] * table[count[i]];
  out[row * cols + col] = max(0.0, table[n] - sum / n);
}
void entropy_v2(float* out, const float* in, int rows, int cols) {
  const int grid = ((cols - 1) / 32 + 1) * ((rows - 1) / 32 + 1);
  entropy_v2_kernel<<<grid, dim3(32, 32)>>>(out, in, rows, cols);
}
