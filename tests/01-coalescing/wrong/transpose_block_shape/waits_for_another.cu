// Waits for the default stream, and works in one that does not wait for that.
// fails: Correctness.AnyOrderOfStreams: finds it unfinished: the work is in a stream
#include <cuda_runtime.h>

__global__ void transpose_block_shape_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  out[col * rows + row] = in[row * cols + col];
}

void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  const dim3 block(8, 32);
  const dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  transpose_block_shape_kernel<<<grid, block, 0, stream>>>(out, in, rows, cols);
  cudaStreamSynchronize(0);
  cudaStreamDestroy(stream);
}
