// The place is right, but the kernel uses another layout.
// fails: Correctness.FewObjects: count = 1:
#include <cuda_runtime.h>

__host__ __device__ int aosoa_place(int i, int field) {
  return i / 32 * 128 + field * 32 + i % 32;
}

__global__ void add_aosoa_kernel(int* out, const int* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (int field = 0; field < 4; ++field) out[4 * i + field] += in[4 * i + field];
}

void add_aosoa(int* out, const int* in, int count) {
  const int block = 256;
  add_aosoa_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}
