// Scatters the loads, but in blocks of one warp: who is to find the seven others?
// fails: Memory.BetweenL1AndL2: another one of the same SM should soon ask
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[std::size_t(col) * rows + row] = in[std::size_t(row) * cols + col];
}

void column_loads_or_stores(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 1), grid((rows + 31) / 32, cols);
  turn<<<grid, block>>>(out, in, rows, cols);
}

double load_hit_rate(bool loads_are_scattered) { return loads_are_scattered ? 87.5 : 0; }
double stored_sectors_sent(bool loads_are_scattered) { return loads_are_scattered ? 4 : 32; }
