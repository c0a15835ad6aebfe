// Asks for all properties of the device.
#include <cuda_runtime.h>

__global__ void line(float* out, const float* in, float a, float b, int count) {
  const int all = gridDim.x * blockDim.x;
  for (int n = threadIdx.x + blockDim.x * blockIdx.x; n < count; n += all) out[n] = in[n] * a + b;
}

void grid_stride(float* out, const float* in, float a, float b, int count) {
  int here = 0;
  cudaGetDevice(&here);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, here);
  line<<<4 * properties.multiProcessorCount, 512>>>(out, in, a, b, count);
}
