// Shared memory that no thread of the block has written is the same for every block, however many workers there are: not a
// number, or -1. What earlier blocks left there, as on a GPU, would make a wrong program right by chance.
// environment: SIMT_CHECK=
// prints: 4 blocks of 4 find -1
// prints: 4 blocks of 4 find -1
#include <cstdio>
#include <thread>

static thread_local int of_the_host = 7;  // thread-local storage, too, but none of a kernel's

template <bool is_dynamic>
__global__ void find(int* out) {
  __shared__ int plain[32];
  extern __shared__ int dynamic[];
  int* mine = is_dynamic ? dynamic : plain;
  out[blockIdx.x * 32 + threadIdx.x] = mine[threadIdx.x];
  mine[threadIdx.x] = 5;
}

template <bool is_dynamic>
void ask(int* out) {
  int host[4 * 32], blocks = 0;
  for (int launch = 0; launch < 2; ++launch) find<is_dynamic><<<4, 32, 128>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int block = 0; block < 4; ++block) blocks += host[block * 32] == -1 && host[block * 32 + 31] == -1;
  printf("%d blocks of 4 find -1\n", blocks);
}

int main() {
  int* out;
  cudaMalloc(&out, 4 * 128);
  ask<false>(out);
  ask<true>(out);
  cudaFree(out);
  return of_the_host - 7;
}
