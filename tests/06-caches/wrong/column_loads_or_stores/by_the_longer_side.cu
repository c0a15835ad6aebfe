// Scatters the loads only where there are more columns than rows.
// fails: Memory.BetweenL1AndL2: L1 keeps no store back
#include <cuda_runtime.h>

// Lanes walk along a row of out, so down a column of in.
__global__ void scattered_loads(float* out, const float* in, int rows, int cols) {
  const int across = (cols + blockDim.y - 1) / blockDim.y;
  const int row = blockIdx.x / across * blockDim.x + threadIdx.x, col = blockIdx.x % across * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[size_t(col) * rows + row] = in[size_t(row) * cols + col];
}
__global__ void scattered_stores(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  if (row < rows && col < cols) out[size_t(col) * rows + row] = in[size_t(row) * cols + col];
}
void column_loads_or_stores(float* out, const float* in, int rows, int cols) {
  const dim3 block = dim3(32, 8);
  const unsigned across = (cols + block.y - 1) / block.y;
  if (cols >= rows) scattered_loads<<<across*((rows + 31) / 32), block>>>(out, in, rows, cols);
  else scattered_stores<<<dim3((cols + 31) / 32, (rows + 7) / 8), block>>>(out, in, rows, cols);
}
double load_hit_rate(bool loads_are_scattered) { return loads_are_scattered ? 87.5 : 0; }
double stored_sectors_sent(bool loads_are_scattered) { return loads_are_scattered ? 4 : 32; }
