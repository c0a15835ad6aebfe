// The blocks lie below each other, and a grid has 65,535 of them in y.
// fails: Correctness.AnyGrid: was not launched
#include <cuda_runtime.h>

__host__ __device__ int aosoa_place(int i, int field) { return i / 32 * 128 + field * 32 + i % 32; }

__global__ void add_aosoa_kernel(int* out, const int* in, int count) {
  const int i = blockIdx.y * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (int field = 0; field < 4; ++field) out[aosoa_place(i, field)] += in[aosoa_place(i, field)];
}

void add_aosoa(int* out, const int* in, int count) {
  const int block = 256;
  add_aosoa_kernel<<<dim3(1, (count + block - 1) / block), block>>>(out, in, count);
}
