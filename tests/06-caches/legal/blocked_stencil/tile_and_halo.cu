// Rows and halo in shared memory.
#include <cuda_runtime.h>

__global__ void add_cross(float* out, const float* in, int rows, int cols) {
  __shared__ float near[24][40];
  const int left = 32 * blockIdx.x - 4, top = 16 * blockIdx.y - 4;
  for (int at = threadIdx.y * 32 + threadIdx.x; at < 24 * 40; at += 512) {
    const int y = top + at / 40, x = left + at % 40;
    near[at / 40][at % 40] = y >= 0 && y < rows && x >= 0 && x < cols ? in[y * cols + x] : 0;
  }
  __syncthreads();
  const int y = top + 4 + threadIdx.y, x = left + 4 + threadIdx.x;
  if (y >= rows || x >= cols) return;
  float all = -near[threadIdx.y + 4][threadIdx.x + 4];
  for (int d = 0; d <= 8; ++d) all += near[threadIdx.y + 4][threadIdx.x + d] + near[threadIdx.y + d][threadIdx.x + 4];
  out[y * cols + x] = all;
}

void blocked_stencil(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 16);
  add_cross<<<dim3((cols - 1) / block.x + 1, (rows - 1) / block.y + 1), block>>>(out, in, rows, cols);
}
