// Through a tile of shared memory, which the lab has none of.
// fails: Memory.WithoutSharedMemory: requests go to shared memory
#include <cuda_runtime.h>
__global__ void kernel(float* out, const float* in, int rows, int cols, int across) {
  __shared__ float tile[32][33];
  const int bx = blockIdx.x % across * 32, by = blockIdx.x / across * 32;
  for (int i = threadIdx.y; i < 32; i += 8)
    if (by + i < rows && bx + int(threadIdx.x) < cols) tile[i][threadIdx.x] = in[(by + i) * cols + bx + threadIdx.x];
  __syncthreads();
  for (int i = threadIdx.y; i < 32; i += 8)
    if (bx + i < cols && by + int(threadIdx.x) < rows) out[(bx + i) * rows + by + threadIdx.x] = tile[threadIdx.x][i];
}
void column_loads_or_stores(float* out, const float* in, int rows, int cols) {
  const int across = (cols + 31) / 32;
  kernel<<<across * ((rows + 31) / 32), dim3(32, 8)>>>(out, in, rows, cols, across);
}
double load_hit_rate(bool loads_are_scattered) { return loads_are_scattered ? 87.5 : 0; }
double stored_sectors_sent(bool loads_are_scattered) { return loads_are_scattered ? 4 : 32; }
