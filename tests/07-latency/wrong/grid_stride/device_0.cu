// Asks device 0, whichever is the current one.
// fails: Grid.OfTheCurrentDevice: device 1 is the current one
#include <cuda_runtime.h>

constexpr unsigned threads = 512;
__global__ void __launch_bounds__(threads) fill(float* out, const float* in, float a, float b, int count) {
  const unsigned all = gridDim.x * threads;
  for (unsigned i = blockIdx.x * threads + threadIdx.x; i < unsigned(count); i += all) out[i] = a * in[i] + b;
}
void grid_stride(float* out, const float* in, float a, float b, int count) {
  static const auto here = [] {
    int which;
    which = 0;
    return which;
  };
  cudaDeviceProp all;
  cudaGetDeviceProperties(&all, here());
  int each = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&each, fill, threads, 0, cudaOccupancyDefault);
  void* with[] = {&out, &in, &a, &b, &count};
  cudaLaunchKernel((const void*)fill, dim3(all.multiProcessorCount * each), dim3(threads), with, 0, nullptr);
}
