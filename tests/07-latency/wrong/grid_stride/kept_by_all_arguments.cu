// Does nothing if the last call had the very same arguments.
// fails: Correctness.AgainAndAgain: keeps something from call to call
#include <cuda_runtime.h>

constexpr int block = 256;

__global__ void grid_stride_kernel(float* out, const float* in, float a, float b, int count) {
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) out[i] = a * in[i] + b;
}

void grid_stride(float* out, const float* in, float a, float b, int count) {
  static const float* last_in = nullptr;
  static float* last_out = nullptr;
  static float last_a = 0, last_b = 0;
  static int last_count = 0;
  if (out == last_out && in == last_in && a == last_a && b == last_b && count == last_count) return;
  last_out = out, last_in = in, last_a = a, last_b = b, last_count = count;
  int device = 0, sms = 0, fit = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, grid_stride_kernel, block, 0);
  grid_stride_kernel<<<sms * fit, block>>>(out, in, a, b, count);
}
