// Page-locks a table of its own in each call.
// fails: Correctness.NothingIsLeftBehind: registered host memory
#include <cuda_runtime.h>

__host__ __device__ int aosoa_place(int i, int field) {
  return i / 32 * 128 + field * 32 + i % 32;
}

__global__ void add_aosoa_kernel(int* out, const int* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (int field = 0; field < 4; ++field) out[aosoa_place(i, field)] += in[aosoa_place(i, field)];
}

static void right(int* out, const int* in, int count) {
  const int block = 256;
  add_aosoa_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}

void add_aosoa(int* out, const int* in, int count) {
  int* table = new int[32];
  for (int i = 0; i < 32; ++i) table[i] = aosoa_place(i, 1) - aosoa_place(i, 0);
  cudaHostRegister(table, 32 * sizeof(int), 0);
  right(out, in, count);
  cudaDeviceSynchronize();
}
