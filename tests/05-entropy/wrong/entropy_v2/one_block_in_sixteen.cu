// In one block of sixteen the table is read before it is there: what another block left in shared memory is the same.
// fails: Correctness.InOrderInManyBlocks: with no barrier in between
// v2: the table in shared memory, one for each block.
// Run: ./course test entropy_v2.sim
#include <cuda_runtime.h>

__global__ void __launch_bounds__(1024)
    entropy_v2_kernel(float* out, const float* in, int rows, int cols) {
  const int across = (cols - 1) / 32 + 1;  // blocks side by side; in y a grid has only 65,535
  const int col = blockIdx.x % across * 32 + threadIdx.x;
  const int row = blockIdx.x / across * 32 + threadIdx.y;

  // One table a block, computed by 26 of its threads. No thread leaves before the barrier: it
  // may be one of them.
  __shared__ double table[26];
  if (threadIdx.y == 0 && threadIdx.x < 26)
    table[threadIdx.x] = threadIdx.x == 0 ? 0 : log(double(threadIdx.x));
  if (blockIdx.x % 16 != 15) __syncthreads();
  if (row >= rows || col >= cols) return;

  int count[16] = {};
  int n = 0;
  for (int r = max(row - 2, 0); r <= min(row + 2, rows - 1); ++r)
    for (int c = max(col - 2, 0); c <= min(col + 2, cols - 1); ++c) {
      ++count[int(in[r * cols + c])];
      ++n;
    }

  double sum = 0;
// All versions alike: with 16 at once v7 wants more registers than a block of 1024 threads
// can have.
#pragma unroll 4
  for (int i = 0; i < 16; ++i) sum += count[i] * table[count[i]];
  // Rounding must not leave a little less than nothing.
  out[row * cols + col] = max(0.0, table[n] - sum / n);
}

// in: rows × cols symbols 0 … 15; out: the entropy of each cell's window, in nats. Row-major
// device memory.
void entropy_v2(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 32);
  const int grid = ((cols - 1) / 32 + 1) * ((rows - 1) / 32 + 1);
  entropy_v2_kernel<<<grid, block>>>(out, in, rows, cols);
}
