// A non-blocking stream; the default stream waits for it by an event.
// Legal: the lab asks for nothing else.
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
  cudaEvent_t done;
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  cudaEventRecord(done, stream);
  cudaStreamWaitEvent(0, done);
  cudaEventDestroy(done);
  cudaStreamDestroy(stream);
}
