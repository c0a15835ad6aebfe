// cudaGetLastError is called at the end, to leave no error behind, and nobody looks at what it says.
// fails: Errors.BlockTooLarge: cudaGetLastError was asked behind the launch, and what it said was lost
#include <cuda_runtime.h>
__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}
cudaError_t first_program(float* out, const float* in, float a, float b, int count, int block) {
  if (count == 0) return cudaSuccess;
  float *di = nullptr, *dout = nullptr;
  size_t bytes = sizeof(float) * count;
  cudaError_t e = cudaMalloc(&di, bytes);
  if (e == cudaSuccess) e = cudaMalloc(&dout, bytes);
  if (e == cudaSuccess) e = cudaMemcpy(di, in, bytes, cudaMemcpyHostToDevice);
  if (e == cudaSuccess) {
    const int grid = block > 0 ? (count - 1) / block + 1 : 1;
    line_kernel<<<grid, block>>>(dout, di, a, b, count);
    e = cudaDeviceSynchronize();
  }
  if (e == cudaSuccess) e = cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
  cudaFree(di);
  cudaFree(dout);
  cudaGetLastError();
  return e;
}
