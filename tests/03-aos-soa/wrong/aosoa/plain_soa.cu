// Structure of arrays, with arrays of a fixed length.
// fails: Layout.PlacesAreDifferent: but 1 object has 128 ints
// fails: Correctness.FewObjects: but 1 object has 128 ints
#include <cuda_runtime.h>

__host__ __device__ int aosoa_place(int i, int field) {
  return (field << 16) + i;
}

__global__ void add_aosoa_kernel(int* out, const int* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (int field = 0; field < 4; ++field) out[aosoa_place(i, field)] += in[aosoa_place(i, field)];
}

void add_aosoa(int* out, const int* in, int count) {
  const int block = 256;
  add_aosoa_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}
