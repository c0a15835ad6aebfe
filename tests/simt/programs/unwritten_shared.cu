// Shared memory that no thread of the block has written is zero for every block, in every launch, on any number of workers.
// What earlier blocks left there, as on a GPU, would depend on which worker runs them.
// environment: SIMT_CHECK=
// prints: plain: 0 of 64 blocks find what was left
// prints: dynamic: 0 of 64 blocks find what was left
// prints: behind grid.sync(): 0 of 64 blocks find what was left, 64 what they wrote
#include <cooperative_groups.h>

#include <cstdio>
#include <thread>

constexpr int blocks = 64, threads = 256;  // enough for more than one worker

static thread_local int of_the_host = 7;  // thread-local storage, too, but none of a kernel's

template <bool is_dynamic>
__global__ void find(int* out) {
  __shared__ int plain[threads];
  extern __shared__ int dynamic[];
  int* mine = is_dynamic ? dynamic : plain;
  out[blockIdx.x * threads + threadIdx.x] = mine[threadIdx.x];
  mine[threadIdx.x] = 5 + int(blockIdx.x);
}

// A block is put aside at the grid's barrier, and others run in the same memory.
__global__ void find_behind_the_barrier(int* out, int* kept) {
  __shared__ int early[threads], late[threads];
  early[threadIdx.x] = 5 + int(blockIdx.x);
  cooperative_groups::this_grid().sync();
  out[blockIdx.x * threads + threadIdx.x] = late[threadIdx.x];
  late[threadIdx.x] = 5;
  kept[blockIdx.x * threads + threadIdx.x] = early[threadIdx.x];
}

int count(const int* device, bool (*is_so)(int block, int value)) {
  static int host[blocks * threads];
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  int found = 0;
  for (int block = 0; block < blocks; ++block) {
    bool whole = true;
    for (int i = 0; i < threads; ++i) whole = whole && is_so(block, host[block * threads + i]);
    found += whole;
  }
  return found;
}

int left_over(const int* out) {
  return blocks - count(out, [](int, int value) { return value == 0; });
}

int main() {
  int *out, *kept;
  cudaMalloc(&out, blocks * threads * sizeof(int));
  cudaMalloc(&kept, blocks * threads * sizeof(int));
  for (int launch = 0; launch < 2; ++launch) find<false><<<blocks, threads>>>(out);
  printf("plain: %d of %d blocks find what was left\n", left_over(out), blocks);
  for (int launch = 0; launch < 2; ++launch) find<true><<<blocks, threads, threads * sizeof(int)>>>(out);
  printf("dynamic: %d of %d blocks find what was left\n", left_over(out), blocks);
  void* arguments[] = {&out, &kept};
  for (int launch = 0; launch < 2; ++launch)
    cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(find_behind_the_barrier), dim3(blocks), dim3(threads), arguments, 0, nullptr);
  printf("behind grid.sync(): %d of %d blocks find what was left, %d what they wrote\n", left_over(out), blocks,
         count(kept, [](int block, int value) { return value == 5 + block; }));
  cudaFree(out);
  cudaFree(kept);
  return of_the_host - 7;
}
