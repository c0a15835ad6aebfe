// Memory in stream order, which is not given back in any.
// fails: Correctness.NothingIsLeftBehind: bytes of device memory (made in pool_memory_left.cu line
#include <cuda_runtime.h>

constexpr int side = 32;

__device__ int place(int y, int x) { return y * side + (x ^ y); }

__global__ void transpose_swizzled_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[side * side];

  const int col = blockIdx.x * side + threadIdx.x;
  const int row = blockIdx.y * side + threadIdx.y;
  if (row < rows && col < cols) tile[place(threadIdx.y, threadIdx.x)] = in[row * cols + col];
  __syncthreads();
  const int out_row = blockIdx.x * side + threadIdx.y;
  const int out_col = blockIdx.y * side + threadIdx.x;
  if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[place(threadIdx.x, threadIdx.y)];
}

static void right(float* out, const float* in, int rows, int cols) {
  const dim3 block(side, side);
  const dim3 grid((cols + side - 1) / side, (rows + side - 1) / side);
  transpose_swizzled_kernel<<<grid, block>>>(out, in, rows, cols);
}

void transpose_swizzled(float* out, const float* in, int rows, int cols) {
  float* scratch;
  cudaMallocAsync(&scratch, size_t(rows) * cols * sizeof(float), 0);
  right(scratch, in, rows, cols);
  right(out, in, rows, cols);
}
