// Scattered stores are said to be collected.
// fails: Prediction.SectorsSentByScatteredStores: stored_sectors_sent(loads_are_scattered = false) returned 4 sectors,
#include <cuda_runtime.h>

__global__ void scattered_loads_kernel(float* out, const float* in, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;

  out[col * rows + row] = in[row * cols + col];
}

void column_loads_or_stores(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8);
  const dim3 grid((rows + block.x - 1) / block.x, (cols + block.y - 1) / block.y);
  scattered_loads_kernel<<<grid, block>>>(out, in, rows, cols);
}

double load_hit_rate(bool loads_are_scattered) { return loads_are_scattered ? 87.5 : 0; }

double stored_sectors_sent(bool loads_are_scattered) { return loads_are_scattered ? 4 : 4; }
