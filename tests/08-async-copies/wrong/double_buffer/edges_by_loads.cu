// The neighbours at a strip's edges are loaded and stored by two threads.
// fails: Copies.WithoutRegisters: through registers
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
constexpr int width = 128, band = 32;
__device__ void bring(int* stage, const int* in, int row, int cols) {
  const int left = blockIdx.x * width - 1;
  const int edge = threadIdx.x == 0 ? 0 : width + 1;
  if (threadIdx.x < 2) {
    const int col = left + edge;
    stage[edge] = col >= 0 && col < cols ? in[row * cols + col] : 0;
  }
  for (int i = threadIdx.x + 1; i < width + 1; i += width) {
    const int col = left + i;
    const bool there = col >= 0 && col < cols;
    __pipeline_memcpy_async(&stage[i], &in[there ? row * cols + col : 0], 4, there ? 0 : 4);
  }
}
__global__ void double_buffer_kernel(int* out, const int* in, int rows, int cols) {
  __shared__ int stage[2][width + 2];
  const int begin = blockIdx.y * band, end = min(begin + band, rows);
  const int me = threadIdx.x, col = blockIdx.x * width + me;
  bring(stage[0], in, begin, cols);
  __pipeline_commit();
  for (int row = begin; row < end; ++row) {
    const int* here = stage[(row - begin) % 2];
    if (row + 1 < end) bring(stage[(row + 1 - begin) % 2], in, row + 1, cols);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    if (col < cols) out[row * cols + col] = here[me] + 2 * here[me + 1] + here[me + 2];
    __syncthreads();
  }
}
void double_buffer(int* out, const int* in, int rows, int cols) {
  double_buffer_kernel<<<dim3((cols - 1) / width + 1, (rows - 1) / band + 1), width>>>(out, in, rows, cols);
}
