// Host code that reads and writes a __device__ variable as if it were its own; a __managed__ one is everybody's.
// expect: host-pointer global line 12 says "host code writes 4 bytes of the device's variable total"
// expect: host-pointer global line 16 says "host code reads 4 bytes of the device's variable total"
#include <cstdio>

__device__ int total;
__managed__ int everybody;
__device__ const int factor = 3;
__global__ void add(int n) { total += n, everybody += n; }

int main() {
  total = 5;
  everybody = factor;
  add<<<1, 1>>>(1);
  cudaDeviceSynchronize();
  printf("%d\n", total);
  printf("%d\n", everybody);
}
