// Times itself, and leaves its events behind.
// fails: Correctness.NothingIsLeftBehind: an event (made in events_left.cu line
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {

  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  const dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
  cudaEventRecord(begin);
  turn<<<grid, block>>>(out, in, rows, cols);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
}
