// A tile of shared memory: neither side is scattered.
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  __shared__ float square[32][33];
  const int left = blockIdx.x * 32, top = blockIdx.y * 32;
  for (int k = threadIdx.y; k < 32; k += 8)
    if (top + k < rows && left + threadIdx.x < cols) square[k][threadIdx.x] = in[(top + k) * cols + left + threadIdx.x];
  __syncthreads();
  for (int k = threadIdx.y; k < 32; k += 8)
    if (left + k < cols && top + threadIdx.x < rows)
      out[(left + k) * rows + top + threadIdx.x] = square[threadIdx.x][k];
}

void column_loads_or_stores(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8);
  turn<<<dim3((cols - 1) / 32 + 1, (rows - 1) / 32 + 1), block>>>(out, in, rows, cols);
}

double load_hit_rate(bool scattered) { return scattered ? 100 * 7.0 / 8 : 0.0; }
double stored_sectors_sent(bool scattered) { return scattered ? 4.0 : 32.0; }
