// Computes a line by a grid that stays: as many blocks as the device holds at a time.
// Run: ./course test grid_stride.sim
#include <cuda_runtime.h>

constexpr int block = 256;

__global__ void grid_stride_kernel(float* out, const float* in, float a, float b, int count) {
  // In each turn the whole grid takes the next gridDim.x * blockDim.x numbers, every warp 32
  // neighbours. When the numbers run out, no block has more than one turn more than another.
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
    out[i] = a * in[i] + b;
}

void grid_stride(float* out, const float* in, float a, float b, int count) {
  int device = 0, sms = 0, fit = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  // What fits depends on the kernel's registers, which only the compiler knows.
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, grid_stride_kernel, block, 0);
  grid_stride_kernel<<<sms * fit, block>>>(out, in, a, b, count);
}
