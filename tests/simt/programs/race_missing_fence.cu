// The last-block pattern without its fence: the counter orders nothing.
// environment: SIMT_CHECK=race
// expect: race global line 13 says "nothing that orders two blocks"
#include <cstdio>

__global__ void sum_all(float* partial, unsigned* done, float* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x;
    last = atomicAdd(done, 1u) == gridDim.x - 1;
    if (last) {
      float sum = 0;
      for (int i = 0; i < gridDim.x; ++i) sum += partial[i];
      *out = sum;
    }
  }
}

int main() {
  float *partial, *out;
  unsigned* done;
  cudaMalloc(&partial, 64);
  cudaMalloc(&out, 4);
  cudaMalloc(&done, 4);
  cudaMemset(done, 0, 4);
  sum_all<<<16, 32>>>(partial, done, out);
  return cudaDeviceSynchronize();
}
