// A tile of shared memory with its halo, and nobody waits for the others to bring their part.
// fails: Correctness.Inside: with no barrier in between
#include <cuda_runtime.h>

__global__ void cross(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[24][40];
  const int left = blockIdx.x * 32 - 4, top = blockIdx.y * 16 - 4;
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 24 * 40; i += 512) {
    const int row = top + i / 40, col = left + i % 40;
    tile[i / 40][i % 40] = row >= 0 && row < rows && col >= 0 && col < cols ? in[std::size_t(row) * cols + col] : 0;
  }
  const int col = left + 4 + threadIdx.x, row = top + 4 + threadIdx.y;
  if (row >= rows || col >= cols) return;
  float sum = tile[threadIdx.y + 4][threadIdx.x + 4];
  for (int k = 1; k <= 4; ++k)
    sum += tile[threadIdx.y + 4 - k][threadIdx.x + 4] + tile[threadIdx.y + 4 + k][threadIdx.x + 4] +
           tile[threadIdx.y + 4][threadIdx.x + 4 - k] + tile[threadIdx.y + 4][threadIdx.x + 4 + k];
  out[std::size_t(row) * cols + col] = sum;
}

void blocked_stencil(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 16), grid((cols + 31) / 32, (rows + 15) / 16);
  cross<<<grid, block>>>(out, in, rows, cols);
}
