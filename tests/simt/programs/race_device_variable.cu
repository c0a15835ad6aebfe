// A race on a __device__ variable is one on global memory, and names the variable. A cell that is misaligned there is global, too.
// environment: SIMT_CHECK=all
// expect: race global line 10 says "writes the variable total at byte 4, race_device_variable.cu line 10, and block (0,0), thread (0,0) has written it"
// expect: misaligned global line 11
#include <cstdio>

__device__ int total[4];
__device__ char bytes[16];

__global__ void race() { total[1] = threadIdx.x; }
__global__ void misaligned(int offset) { *(int*)(bytes + offset) = 1; }

int main() {
  race<<<1, 64>>>();
  cudaDeviceSynchronize();
  misaligned<<<1, 1>>>(2);
  return cudaDeviceSynchronize() == cudaSuccess;
}
