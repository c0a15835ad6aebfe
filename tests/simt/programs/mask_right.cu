// Legal: masks that name just the lanes that come, in a branch, from a ballot, from __activemask, in a short block.
// expect: clean
// prints: 120 376
#include <cstdio>

__global__ void masks(int* out) {
  const int lane = threadIdx.x;
  int sum = 0;
  if (lane < 16) {
    sum = __reduce_add_sync(0x0000ffffu, lane);
  } else {
    const unsigned mine = __activemask();
    sum = __reduce_add_sync(mine, lane);
  }
  const unsigned some = __ballot_sync(0xffffffffu, lane % 3 == 0);
  if (lane % 3 == 0) sum += __shfl_sync(some, 0, 0);
  __syncwarp();
  out[lane] = sum;
}
__global__ void short_block(int* out) { out[threadIdx.x] = __shfl_down_sync(0xffffffffu, int(threadIdx.x), 1); }

int main() {
  int *out, host[32];
  cudaMalloc(&out, 128);
  masks<<<1, 32>>>(out);
  cudaMemcpy(host, out, 128, cudaMemcpyDeviceToHost);
  printf("%d %d\n", host[1], host[31]);
  short_block<<<1, 20>>>(out);
  return cudaDeviceSynchronize();
}
