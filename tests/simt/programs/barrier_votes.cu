// __syncthreads_count, _and, _or: over the whole block, and a barrier like the plain one.
// environment: SIMT_CHECK=all
// prints: 34 of 100 divide by three, any above 99: 0, above 98: 1, all below 100: 1, below 99: 0
// prints: neighbour of the last 0
#include <cstdio>

__global__ void votes(int* out) {
  __shared__ int tile[100];
  const int i = threadIdx.x;
  tile[i] = i;
  const int count = __syncthreads_count(i % 3 == 0);
  const int neighbour = tile[(i + 1) % 100];
  const int above_99 = __syncthreads_or(i > 99), above_98 = __syncthreads_or(i > 98);
  const int below_100 = __syncthreads_and(i < 100), below_99 = __syncthreads_and(i < 99);
  if (i == 99) out[0] = count, out[1] = above_99, out[2] = above_98, out[3] = below_100, out[4] = below_99, out[5] = neighbour;
}

int main() {
  int *out, host[6];
  cudaMalloc(&out, sizeof host);
  votes<<<1, 100>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d of 100 divide by three, any above 99: %d, above 98: %d, all below 100: %d, below 99: %d\n", host[0], host[1], host[2], host[3], host[4]);
  printf("neighbour of the last %d\n", host[5]);
}
