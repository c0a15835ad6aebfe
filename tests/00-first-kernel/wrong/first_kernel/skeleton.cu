// Lab first_kernel: a kernel and its launch, for any number of elements.
// Run: ./course check first_kernel        Stuck: ./course hint first_kernel
#include <cuda_runtime.h>

// in, out: device memory, count floats each; they do not overlap. count is 1 to 2^26.
// out[i] = a * in[i] + b for every i from 0 to count - 1, and nothing else is touched.
__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  // TODO: which element is this thread's? Is there such an element? Compute it.
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  // TODO: choose a block and a grid that give every element a thread, and launch the kernel.
}
