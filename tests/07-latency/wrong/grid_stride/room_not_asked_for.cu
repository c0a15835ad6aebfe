// Asks for shared memory at the launch, and did not when it asked how many blocks fit.
// fails: Grid.OneWave: in a wave of their own
#include <cuda_runtime.h>
__global__ void grid_stride_kernel(float* out, const float* in, float a, float b, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) out[i] = a * in[i] + b;
}
void grid_stride(float* out, const float* in, float a, float b, int count) {
  int device = 0, sms = 0, blocks = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, grid_stride_kernel, 256, 0);
  grid_stride_kernel<<<sms * blocks, 256, 40000>>>(out, in, a, b, count);
}
