// A block of more threads than the kernel's __launch_bounds__ allow is no launch.
// prints: fine cudaSuccess
// prints: too many cudaErrorInvalidValue
// prints: of a template cudaSuccess
// prints: hidden by a parameter cudaSuccess
// expect: invalid-configuration says "__launch_bounds__ allow at most 128 threads a block, this one has 16×16 = 256"
// Source: CUDA C++ Programming Guide, "Launch Bounds"; the error is what an H200 gives, of one thread too many on.
#include <cstdio>

constexpr int threads = 128;

__global__ void __launch_bounds__(threads, 2) few() {}
template <int warps>
__global__ void __launch_bounds__(32 * warps) some() {}
__global__ void __launch_bounds__(threads) hidden(int threads) {}

int main() {
  few<<<1, 128>>>();
  printf("fine %s\n", cudaGetErrorName(cudaGetLastError()));
  few<<<1, dim3(16, 16)>>>();
  printf("too many %s\n", cudaGetErrorName(cudaGetLastError()));
  some<8><<<1, 256>>>();
  printf("of a template %s\n", cudaGetErrorName(cudaGetLastError()));
  hidden<<<1, 64>>>(1);
  printf("hidden by a parameter %s\n", cudaGetErrorName(cudaGetLastError()));
}
