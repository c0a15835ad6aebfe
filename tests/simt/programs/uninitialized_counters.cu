// A histogram whose counters in shared memory nobody has set to zero: an atomic that comes first reads what is not there.
// environment: SIMT_CHECK=race,uninitialized
// expect: uninitialized shared line 8 block (0,0,0) thread (0,0,0)
#include <cstdio>

__global__ void histogram(unsigned* out, const int* in) {
  __shared__ unsigned counts[8];
  atomicAdd(&counts[in[threadIdx.x]], 1u);
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = counts[threadIdx.x];
}

int main() {
  int host[64];
  for (int i = 0; i < 64; ++i) host[i] = i % 8;
  int* in = nullptr;
  unsigned* out = nullptr;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, 8 * sizeof(unsigned));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  histogram<<<1, 64>>>(out, in);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
