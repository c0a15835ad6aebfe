// Each block's first thread takes a little of the device's heap for the block's place, and gives it back.
// legal: nothing of it is held when the kernel ends
#include <cuda_runtime.h>

__global__ void placed(float* out, const float* in, int rows, int cols) {
  __shared__ int* corner;
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    corner = new int[2];
    corner[0] = blockIdx.y * 8;
    corner[1] = blockIdx.x * 32;
  }
  __syncthreads();
  const int y = corner[0] + threadIdx.y, x = corner[1] + threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) delete[] corner;
  if (y < rows && x < cols) out[x * rows + y] = in[y * cols + x];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  placed<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(out, in, rows, cols);
}
