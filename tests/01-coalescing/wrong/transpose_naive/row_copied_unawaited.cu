// A single row or column is copied in a non-blocking stream, and nobody waits for it.
// fails: Correctness.AnyOrderOfStreams: finds it unfinished: the work is in a stream
#include <cuda_runtime.h>
__global__ void k(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}
void transpose_naive(float* out, const float* in, int rows, int cols) {
  if (rows == 1 || cols == 1) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMemcpyAsync(out, in, sizeof(float) * rows * cols, cudaMemcpyDeviceToDevice, stream);
    cudaStreamDestroy(stream);
    return;
  }
  k<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(out, in, rows, cols);
}
