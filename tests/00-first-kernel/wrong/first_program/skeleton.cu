// Lab first_program: allocate, copy, launch, wait, check every call, release.
// Run: ./course check first_program        Stuck: ./course hint first_program
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

// in, out: HOST memory, count floats each; count is 0 or more. The work is done on the GPU.
// block: how many threads a block is to have. The caller may ask for what the GPU cannot do.
//
// Returns cudaSuccess when out[i] = a * in[i] + b is in out for all i; else the first error that a call of CUDA gave.
// Either way all device memory that it took is free again, and a launch that was refused is not told of again by the next call.
// It never ends the program and prints nothing.
cudaError_t first_program(float* out, const float* in, float a, float b, int count, int block) {
  // TODO: device memory for in and for out; in copied there; the launch, and whether it was taken; the result copied back.
  return cudaSuccess;
}
