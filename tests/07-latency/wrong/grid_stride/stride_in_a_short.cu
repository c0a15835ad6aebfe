// The stride is kept in a short.
// fails: Correctness.ManyRounds: count = 100003
#include <cuda_runtime.h>

constexpr int block = 256;

__global__ void grid_stride_kernel(float* out, const float* in, float a, float b, int count) {
  const short stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) out[i] = a * in[i] + b;
}

void grid_stride(float* out, const float* in, float a, float b, int count) {
  int device = 0, sms = 0, fit = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, grid_stride_kernel, block, 0);
  grid_stride_kernel<<<sms * fit, block>>>(out, in, a, b, count);
}
