// One warp brings a sector and uses all of it: each thread moves eight neighbours of a row, one after the other.
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  const int first = 8 * (blockIdx.y * blockDim.y + threadIdx.y);
  for (int c = first; c < min(first + 8, cols); ++c)
    if (r < rows) out[c * rows + r] = in[r * cols + c];
}

void column_loads_or_stores(float* out, const float* in, int rows, int cols) {
  const dim3 block(64, 2);
  turn<<<dim3((rows - 1) / 64 + 1, (cols - 1) / 16 + 1), block>>>(out, in, rows, cols);
}

double load_hit_rate(bool scattered) { return scattered ? 100 * 7.0 / 8 : 0.0; }
double stored_sectors_sent(bool scattered) { return scattered ? 4.0 : 32.0; }
