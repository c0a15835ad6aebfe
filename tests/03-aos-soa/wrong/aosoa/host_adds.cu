// A kernel for show; the host adds.
// fails: Correctness.OnTheDevice: bytes were copied to the host
#include <cuda_runtime.h>

#include <vector>

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
  const int ints = (count + 31) / 32 * 128;
  std::vector<int> x(ints), y(ints);
  cudaMemcpy(x.data(), out, ints * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(y.data(), in, ints * sizeof(int), cudaMemcpyDeviceToHost);
  right(out, in, count);
  for (int i = 0; i < count; ++i)
    for (int f = 0; f < 4; ++f) x[aosoa_place(i, f)] += y[aosoa_place(i, f)];
  cudaMemcpy(out, x.data(), ints * sizeof(int), cudaMemcpyHostToDevice);
}
