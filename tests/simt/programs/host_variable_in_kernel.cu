// A kernel is given the address of a variable of the host, and host memory that was registered.
// expect: host-pointer global line 9 says "through a pointer that is not device memory"
// prints: 8
// prints: an illegal memory access was encountered
#include <cstdio>
#include <vector>

int counter = 7;
__global__ void increment(int* p) { *p += 1; }

int main() {
  std::vector<int> mine(1024, 7);
  int* seen;
  cudaHostRegister(mine.data(), mine.size() * sizeof(int), cudaHostRegisterMapped);
  cudaHostGetDevicePointer(&seen, mine.data(), 0);
  increment<<<1, 1>>>(seen);
  cudaDeviceSynchronize();
  printf("%d\n", mine[0]);
  cudaHostUnregister(mine.data());
  increment<<<1, 1>>>(&counter);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
