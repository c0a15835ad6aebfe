// Keeps the result for each address of in.
// fails: Correctness.SameAddressesAgain: keeps something from call to call and finds it again by its address
#include <cuda_runtime.h>

#include <map>

__global__ void transpose_block_shape_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  out[col * rows + row] = in[row * cols + col];
}

static void right(float* out, const float* in, int rows, int cols) {
  const dim3 block(8, 32);
  const dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  transpose_block_shape_kernel<<<grid, block>>>(out, in, rows, cols);
}

void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  static std::map<const float*, float*> results;
  const size_t bytes = size_t(rows) * cols * sizeof(float);
  float*& result = results[in];
  if (!result) {
    cudaMalloc(&result, bytes);
    right(result, in, rows, cols);
  }
  cudaMemcpy(out, result, bytes, cudaMemcpyDeviceToDevice);
}
