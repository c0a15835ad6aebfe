// Code that asks for __CUDA_ARCH__: kernels get the device's lines, host code the host's, functions of both sides both.
// prints: kernel 900 device 3 42 1 line 45
// prints: host 0 host 4 42 6 line 52
#include <cstdio>

#if __CUDA_ARCH__ >= 700
__device__ int next(int* counter) { return atomicAdd(counter, 1); }
#endif

template <typename T>
struct Where {
  T value;
  __host__ __device__ static const char* name(bool say) {
#ifdef __CUDA_ARCH__
    if (say) return "device";
#else
    if (say)
      return "host";
#endif
    return "nowhere";
  }
};

__host__ __device__ constexpr int pick(int odd) {
#ifdef __CUDA_ARCH__
  return odd | 1;
#else
  return odd & ~1;
#endif
}

constexpr int answer = pick(43);
int arch_of_host() {
#ifdef __CUDA_ARCH__
  return __CUDA_ARCH__;
#else
  return 0; }
#endif
__global__ void kernel(int* counter) { const int arch =
#if __CUDA_ARCH__ >= 700
  next(counter) >= 0 ? __CUDA_ARCH__ : 0;
#else
  0;
#endif
  printf("kernel %d %s %d %d %d line %d\n", arch, Where<int>::name(true), pick(3), 42, *counter - 5, __LINE__); }
int main() {
  int* counter;
  cudaMallocManaged(&counter, sizeof(int));
  *counter = 5;
  kernel<<<1, 1>>>(counter);
  cudaDeviceSynchronize();
  printf("host %d %s %d %d %d line %d\n", arch_of_host(), Where<int>::name(true), pick(5), answer, *counter, __LINE__);
  cudaFree(counter);
}
