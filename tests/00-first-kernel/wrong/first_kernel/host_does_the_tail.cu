// Whole blocks by the kernel, and what is left by the host, by way of copies.
// fails: Tail.OnTheDevice: count = 1000: kernels load 3072 bytes
#include <cuda_runtime.h>
__global__ void line_kernel(float* out, const float* in, float a, float b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a * in[i] + b;
}
void first_kernel(float* out, const float* in, float a, float b, int count) {
  const int whole = count / 256 * 256, rest = count - whole;
  if (whole) line_kernel<<<whole / 256, 256>>>(out, in, a, b);
  float tail[256];
  if (rest == 0) return;
  cudaMemcpy(tail, in + whole, rest * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < rest; ++i) tail[i] = a * tail[i] + b;
  cudaMemcpy(out + whole, tail, rest * sizeof(float), cudaMemcpyHostToDevice);
}
