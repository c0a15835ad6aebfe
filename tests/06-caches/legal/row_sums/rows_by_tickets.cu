// Each block takes its rows by a ticket: an atomic whose result is used brings a sector, too, one a block.
#include <cuda_runtime.h>

// A thread a row. Neighbouring lanes are a row apart, so each load asks for 32 sectors of 32
// lines. The next seven find them in L1, if there is room for 32 lines a warp.
__global__ void by_thread_kernel(float* out, const float* in, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int col = 0; col < cols; ++col) sum += in[std::size_t(row) * cols + col];
  out[row] = sum;
}

// A warp a row. Neighbouring lanes are a float apart: 4 sectors, none of them twice. There is
// nothing to be found in L1, and nothing to be looked for.
__device__ unsigned next_rows;  // 0 between two launches

__global__ void by_warp_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ unsigned mine;
  if (threadIdx.x == 0 && threadIdx.y == 0) mine = atomicInc(&next_rows, gridDim.x - 1);
  __syncthreads();
  const int row = mine * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  float sum = 0;
  for (int col = threadIdx.x; col < cols; col += 32) sum += in[std::size_t(row) * cols + col];
  // The lanes of a warp see each other's registers: 16 apart, 8, 4, 2, 1.
  for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_down_sync(~0u, sum, apart);
  if (threadIdx.x == 0) out[row] = sum;
}

// in: rows × cols; out: rows. All of it device memory.
void row_sums_by_thread(float* out, const float* in, int rows, int cols) {
  const int block = 128;
  by_thread_kernel<<<(rows + block - 1) / block, block>>>(out, in, rows, cols);
}

void row_sums(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8);  // a warp is a row of the block
  by_warp_kernel<<<(rows + block.y - 1) / block.y, block>>>(out, in, rows, cols);
}
