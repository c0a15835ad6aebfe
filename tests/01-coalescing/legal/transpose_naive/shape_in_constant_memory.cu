// The shape reaches the kernel by a managed variable, a copy on the device and a constant one.
// Legal: it is a few bytes; the matrix is moved by the kernel alone.
#include <cuda_runtime.h>

__managed__ int given[2];
__constant__ int shape[2];

__global__ void turn(float* out, const float* in) {
  const int rows = shape[0], cols = shape[1];
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[(size_t)col * rows + row] = in[(size_t)row * cols + col];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  cudaDeviceSynchronize();
  given[0] = rows;
  given[1] = cols;
  int* on_device;
  cudaMalloc(&on_device, sizeof given);
  cudaMemcpyFromSymbol(on_device, given, sizeof given, 0, cudaMemcpyDeviceToDevice);
  cudaMemcpyToSymbol(shape, on_device, sizeof given, 0, cudaMemcpyDeviceToDevice);
  turn<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(out, in);
  cudaDeviceSynchronize();
  cudaFree(on_device);
}
