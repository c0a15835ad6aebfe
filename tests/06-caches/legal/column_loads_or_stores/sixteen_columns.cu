// Scattered loads in blocks of 32×16, and predictions that are rounded.
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows && c < cols) out[c * rows + r] = in[r * cols + c];
}

void column_loads_or_stores(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 16);
  turn<<<dim3((rows - 1) / block.x + 1, (cols - 1) / block.y + 1), block>>>(out, in, rows, cols);
}

double load_hit_rate(bool scattered) { return scattered ? 86.5 : 1; }
double stored_sectors_sent(bool scattered) { return scattered ? 4.2 : 31.5; }
