// Times itself for its author, and leaves two events in each call.
// fails: Correctness.NothingIsLeftBehind: events (made in events_in_every_call.cu line
#include <cuda_runtime.h>

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
  cudaEvent_t marks[2];
  for (cudaEvent_t& mark : marks) cudaEventCreate(&mark);
  cudaEventRecord(marks[0]);
  right(out, in, rows, cols);
  cudaEventRecord(marks[1]);
  cudaEventSynchronize(marks[1]);
}
