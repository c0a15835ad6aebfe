// Legal: a buffer of its own, which comes from cudaMallocManaged and which the host never touches.
#include <cuda_runtime.h>

__global__ void copy(float* to, const float* from, int elements) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < elements; i += gridDim.x * blockDim.x) to[i] = from[i];
}

__global__ void turn(float* out, const float* in, int rows, int cols) {
  const int elements = rows * cols;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < elements; i += gridDim.x * blockDim.x)
    out[i % cols * rows + i / cols] = in[i];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  const int elements = rows * cols, blocks = min(400, (elements + 255) / 256);
  float* scratch = nullptr;
  cudaMallocManaged(&scratch, elements * sizeof(float));
  copy<<<blocks, 256>>>(scratch, in, elements);
  turn<<<blocks, 256>>>(out, scratch, rows, cols);
  cudaDeviceSynchronize();
  cudaFree(scratch);
}
