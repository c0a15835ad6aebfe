// The grid was made for lanes along a row of in.
// fails: Correctness.Tall: rows = 64, cols = 32
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows && c < cols) out[c * rows + r] = in[r * cols + c];
}

void column_loads_or_stores(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8);
  turn<<<dim3((cols - 1) / block.x + 1, (rows - 1) / block.y + 1), block>>>(out, in, rows, cols);
}

double load_hit_rate(bool scattered) { return scattered ? 100 * 7.0 / 8 : 0.0; }
double stored_sectors_sent(bool scattered) { return scattered ? 4.0 : 32.0; }
