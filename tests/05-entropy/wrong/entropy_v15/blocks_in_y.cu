// Blocks of 128 columns and four rows, counted in y: of those there are 65,535 at most.
// fails: Correctness.ManyRows: a grid's y is at most 65535
#include <cuda_runtime.h>

__global__ void entropy_v15_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ unsigned char tile[8][132];
  const int row0 = blockIdx.y * 4, col0 = blockIdx.x * 128;
  for (int i = threadIdx.x; i < 8 * 132; i += blockDim.x) {
    const int r = row0 + i / 132 - 2, c = col0 + i % 132 - 2;
    if (r >= 0 && r < rows && c >= 0 && c < cols) tile[i / 132][i % 132] = (unsigned char)in[r * cols + c];
  }
  __syncthreads();
  const int col = col0 + threadIdx.x;
  if (col >= cols) return;
  for (int row = row0; row < min(row0 + 4, rows); ++row) {
    unsigned char count[16] = {};
    int n = 0;
    for (int r = max(row - 2, 0); r <= min(row + 2, rows - 1); ++r)
      for (int c = max(col - 2, 0); c <= min(col + 2, cols - 1); ++c, ++n) ++count[tile[r - row0 + 2][c - col0 + 2]];
    double sum = 0;
    for (const int c : count)
      if (c > 1) sum += c * log(double(c));
    out[row * cols + col] = max(0.0, log(double(n)) - sum / n);
  }
}

void entropy_v15(float* out, const float* in, int rows, int cols) {
  entropy_v15_kernel<<<dim3((cols - 1) / 128 + 1, (rows - 1) / 4 + 1), 128>>>(out, in, rows, cols);
}
