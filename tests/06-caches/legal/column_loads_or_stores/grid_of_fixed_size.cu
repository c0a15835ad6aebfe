// As many blocks as the GPU holds, each goes from place to place.
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  const int wide = (rows + 31) / 32, high = (cols + 7) / 8;
  for (int at = blockIdx.x; at < wide * high; at += gridDim.x) {
    const int r = at % wide * 32 + threadIdx.x, c = at / wide * 8 + threadIdx.y;
    if (r < rows && c < cols) out[c * rows + r] = in[r * cols + c];
  }
}

void column_loads_or_stores(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8);
  turn<<<132 * 8, block>>>(out, in, rows, cols);
}

double load_hit_rate(bool scattered) { return scattered ? 100 * 7.0 / 8 : 0.0; }
double stored_sectors_sent(bool scattered) { return scattered ? 4.0 : 32.0; }
