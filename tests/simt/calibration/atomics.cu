// Calibration: atomics with and without a used result, at several strides.
#include "calibration.cuh"

template <typename T>
__global__ void add_unused(T* counts, int stride) { atomicAdd(&counts[threadIdx.x * stride], T(1)); }

template <typename T>
__global__ void add_used(T* counts, T* old, int stride) { old[threadIdx.x] = atomicAdd(&counts[threadIdx.x * stride], T(1)); }

__global__ void maximum_unused(int* value, int stride) { atomicMax(&value[threadIdx.x * stride], int(threadIdx.x)); }
__global__ void exchange_used(int* value, int* old, int stride) { old[threadIdx.x] = atomicExch(&value[threadIdx.x * stride], 7); }
__global__ void compare_and_swap(int* value, int* old, int stride) { old[threadIdx.x] = atomicCAS(&value[threadIdx.x * stride], 0, 1); }
__global__ void or_unused(unsigned* value, int stride) { atomicOr(&value[threadIdx.x * stride], 1u << threadIdx.x % 32); }

__global__ void some_lanes(int* counts) {
  if (threadIdx.x % 3 == 0) atomicAdd(&counts[threadIdx.x / 3], 1);
}

__global__ void add_at(int* counts, const int* index) { atomicAdd(&counts[index[threadIdx.x]], 1); }
__global__ void shared_add_at(int* out, const int* index) {
  __shared__ int counts[1024];
  for (int i = threadIdx.x; i < 1024; i += 32) counts[i] = 0;
  __syncthreads();
  atomicAdd(&counts[index[threadIdx.x]], 1);
  __syncthreads();
  out[threadIdx.x] = counts[threadIdx.x];
}

__global__ void histogram(unsigned* bins, const unsigned char* data, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) atomicAdd(&bins[data[i]], 1u);
}

__global__ void shared_histogram(unsigned* bins, const unsigned char* data, int count) {
  __shared__ unsigned mine[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) mine[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) atomicAdd(&mine[data[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&bins[i], mine[i]);
}

int main() {
  int* ints = zeros<int>(8192);
  int* old = zeros<int>(8192);
  const int strides[] = {0, 1, 2, 8, 9};
  for (int stride : strides) {
    label("int add unused stride %ld", stride), add_unused<<<1, 64>>>(ints, stride);
    label("int add used stride %ld", stride), add_used<<<1, 64>>>(ints, old, stride);
    label("max unused stride %ld", stride), maximum_unused<<<1, 64>>>(ints, stride);
    label("exchange used stride %ld", stride), exchange_used<<<1, 64>>>(ints, old, stride);
    label("compare and swap stride %ld", stride), compare_and_swap<<<1, 64>>>(ints, old, stride);
    label("or unused stride %ld", stride), or_unused<<<1, 64>>>((unsigned*)ints, stride);
  }
  float* floats = zeros<float>(8192);
  double* doubles = zeros<double>(8192);
  unsigned long long* longs = zeros<unsigned long long>(8192);
  for (int stride : {1, 4}) {
    label("float add unused stride %ld", stride), add_unused<<<1, 64>>>(floats, stride);
    label("double add unused stride %ld", stride), add_unused<<<1, 64>>>(doubles, stride);
    label("64-bit add unused stride %ld", stride), add_unused<<<1, 64>>>(longs, stride);
    label("64-bit add used stride %ld", stride), add_used<<<1, 64>>>(longs, longs + 4096, stride);
  }
  for (int way = 0; way < 12; ++way) {
    int* index = filled<int>(32, [way](size_t lane) {
      const int i = int(lane);
      switch (way) {
        case 0: return i / 2;
        case 1: return i / 8;
        case 2: return i % 16;
        case 3: return i % 8;
        case 4: return i < 2 ? 0 : i;
        case 5: return i == 31 ? 0 : i;
        case 6: return i == 31 ? 8 : i * 8;
        case 7: return i % 4 * 8;
        case 8: return i / 2 * 8;
        case 9: return i * i % 23;
        case 10: return i * i % 251;
        default: return 31 - i;
      }
    });
    label("add at %ld", way), add_at<<<1, 32>>>(ints, index);
    label("shared add at %ld", way), shared_add_at<<<1, 32>>>(ints, index);
  }
  label("some lanes"), some_lanes<<<2, 96>>>(ints);
  unsigned char* data = filled<unsigned char>(5000, [](size_t i) { return (unsigned char)(i * i % 251); });
  label("histogram"), histogram<<<4, 128>>>((unsigned*)ints, data, 5000);
  label("shared histogram"), shared_histogram<<<4, 128>>>((unsigned*)ints, data, 5000);
  return finish();
}
