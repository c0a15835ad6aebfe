// Within one warp too: without __syncwarp nothing says which lane comes first.
// environment: SIMT_CHECK=all
// expect: race shared line 8
#include <cstdio>

__global__ void neighbour(int* out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}

int main() {
  int* out;
  cudaMalloc(&out, 128);
  neighbour<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
