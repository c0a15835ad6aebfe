// Blocks of four columns in the y of the grid, which ends at 65,535.
// fails: Correctness.WidestAndTallest: rows = 1, cols = 500000
#include <cuda_runtime.h>
__global__ void kernel(float* out, const float* in, int rows, int cols) {
  const int row = blockIdx.x * 32 + threadIdx.x, col = blockIdx.y * 4 + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}
void column_loads_or_stores(float* out, const float* in, int rows, int cols) {
  kernel<<<dim3((rows + 31) / 32, (cols + 3) / 4), dim3(32, 4)>>>(out, in, rows, cols);
}
double load_hit_rate(bool loads_are_scattered) { return loads_are_scattered ? 87.5 : 0; }
double stored_sectors_sent(bool loads_are_scattered) { return loads_are_scattered ? 4 : 32; }
