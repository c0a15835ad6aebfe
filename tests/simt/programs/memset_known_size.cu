// memset of so many bytes as the compiler knows writes what is read later, as any other, and can be raced with.
// environment: SIMT_CHECK=race,uninitialized
// expect: race shared line 19 says "writes the shared array s at byte 128, memset_known_size.cu line 19, and block (0,0), thread (0,0) has written it, memset_known_size.cu line 20, with no barrier in between"
// prints: 0 0
#include <cstdio>
#include <cstring>

constexpr int n = 256;

__global__ void cleared(int* out) {
  __shared__ int s[n];
  if (threadIdx.x == 0) memset(s, 0, sizeof s);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void without_a_barrier(int* out) {
  __shared__ int s[n];
  if (threadIdx.x >= 32) s[threadIdx.x] = 1;
  if (threadIdx.x == 0) memset(s, 0, sizeof s / 2);
  if (threadIdx.x >= 128) out[threadIdx.x] = s[threadIdx.x];
}

int main() {
  int *device, host[n];
  cudaMalloc(&device, sizeof host);
  cleared<<<1, n>>>(device);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d\n", host[0], host[n - 1]);
  without_a_barrier<<<1, n>>>(device);
  cudaFree(device);
}
