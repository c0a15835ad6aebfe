// A program as people write them: templates, functors, lambdas, device and constant variables, printf, errors.
// prints: hello 1 0
// prints: 4 11
// prints: invalid argument
// prints: an illegal memory access was encountered
// expect: invalid-configuration says "a block has at most 1024 threads"
// expect: out-of-bounds global line 14 block (3,0,0) thread (232,0,0) says "just past the end of an allocation of 4000 bytes"
#include <cmath>
#include <cstdio>
#include <vector>

template <typename F> __global__ void each(int n, F f) { const int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); }
struct Root {
  __device__ void operator()(int i) const { p[i] = sqrtf(float(i)); }
  float* p;
};
__global__ void hello() {
  if (threadIdx.x < 1) printf("hello %d %u\n", blockIdx.x, threadIdx.x);
}
__device__ int counter;
__constant__ float table[4] = {1, 2, 3, 4};
__global__ void use_variables(float* out) {
  atomicAdd(&counter, 1);
  out[threadIdx.x] = table[threadIdx.x % 4];
}

int main() {
  float* p;
  cudaMalloc(&p, 1000 * sizeof(float));
  each<<<4, 256>>>(1000, Root{p});
  each<<<4, 256>>>(1000, [=] __device__(int i) { p[i] += 1; });
  hello<<<2, 32>>>();
  use_variables<<<1, 32>>>(p);
  std::vector<float> host(1000);
  cudaMemcpy(host.data(), p, 4000, cudaMemcpyDeviceToHost);
  printf("%g %g\n", host[3], host[100]);
  each<<<4, 2048>>>(1, Root{p});
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  each<<<4, 256>>>(1001, Root{p});
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
