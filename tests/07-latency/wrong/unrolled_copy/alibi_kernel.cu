// Has cudaMemcpy do it, and launches a kernel that copies a single number.
// fails: Correctness.WholeBlocks: of the caller's were written by a copy
#include <cuda_runtime.h>

__global__ void one(float* out, const float* in) { *out = *in; }

void unrolled_copy(float* out, const float* in, int count) {
  one<<<1, 1>>>(out, in);
  cudaMemcpy(out, in, count * sizeof(float), cudaMemcpyDeviceToDevice);
}
