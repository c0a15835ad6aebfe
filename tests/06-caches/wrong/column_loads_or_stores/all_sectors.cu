// Of eight floats the first is said to be found, too.
// fails: Prediction.HitRateOfScatteredLoads: load_hit_rate(loads_are_scattered = true) returned 100 %, and that is
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

double load_hit_rate(bool loads_are_scattered) { return loads_are_scattered ? 100 : 0; }

double stored_sectors_sent(bool loads_are_scattered) { return loads_are_scattered ? 4 : 32; }
