// A fixed grid, registers and shuffles; the 16-byte load of an object costs no sector more.
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

__device__ void finish(int* sum, int value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(~0u, value, distance);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, value);
}

__global__ void sum_soa(int* sum, const int* c, int count) {
  int value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) value += c[i];
  finish(sum, value);
}

__global__ void sum_aos(int* sum, const int4* in, int count) {
  int value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) value += in[i].z;
  finish(sum, value);
}

__global__ void clear(int* sum) { *sum = 0; }

void one_field_soa(int* sum, Arrays in, int count) {
  clear<<<1, 1>>>(sum);
  sum_soa<<<40, 256>>>(sum, in.c, count);
}

void one_field_aos(int* sum, const Item* in, int count) {
  clear<<<1, 1>>>(sum);
  sum_aos<<<40, 256>>>(sum, reinterpret_cast<const int4*>(in), count);
}
