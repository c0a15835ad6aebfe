// Has cudaMemcpy do it.
// fails: Correctness.WholeBlocks: of the caller's were written by a copy
#include <cuda_runtime.h>

void unrolled_copy(float* out, const float* in, int count) {
  cudaMemcpy(out, in, count * sizeof(float), cudaMemcpyDeviceToDevice);
}
