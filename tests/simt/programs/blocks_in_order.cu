// What blocks tell each other by atomics and volatile flags comes in the order of the blocks, on any number of workers, be
// it in memory from cudaMalloc or in a variable: no sum loses anything, and floats are added in the same order every time.
// prints: __device__: 131072 threads, 0 of 512 blocks out of order
// prints: __managed__: 131072 threads, 0 of 512 blocks out of order
// prints: __atomic: 131072 threads, 0 of 512 blocks out of order
// prints: sum of floats 0x1.8b85d2p+3
// prints: flags: 511 of 511 blocks find the block before theirs
#include <cstdio>

constexpr int blocks = 512, threads = 256;

__device__ int counter;
__managed__ int managed_counter;
__device__ float sum;
__device__ volatile int last_done;

enum class Kind { device, managed, builtin };

template <Kind kind>
__global__ void number(int* out, int* counted) {
  int mine;
  if constexpr (kind == Kind::device) mine = atomicAdd(&counter, 1);
  else if constexpr (kind == Kind::managed) mine = atomicAdd(&managed_counter, 1);
  else mine = __atomic_fetch_add(counted, 1, __ATOMIC_RELAXED);
  if (threadIdx.x == 0) out[blockIdx.x] = mine;
}

__global__ void add() { atomicAdd(&sum, 1.f / (1 + blockIdx.x * blockDim.x + threadIdx.x)); }

__global__ void chain(int* out) {
  if (threadIdx.x) return;
  out[blockIdx.x] = last_done;
  last_done = int(blockIdx.x);
}

void tell(const char* name, const int* out, int counted) {
  int host[blocks], wrong = 0;
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < blocks; ++i) wrong += host[i] != i * threads;
  printf("%s: %d threads, %d of %d blocks out of order\n", name, counted, wrong, blocks);
}

int main() {
  int *out, *counted, found = 0;
  cudaMalloc(&out, blocks * sizeof(int));
  cudaMalloc(&counted, sizeof(int));
  cudaMemset(counted, 0, sizeof(int));
  number<Kind::device><<<blocks, threads>>>(out, counted);
  cudaMemcpyFromSymbol(&found, counter, sizeof found);
  tell("__device__", out, found);
  number<Kind::managed><<<blocks, threads>>>(out, counted);
  cudaDeviceSynchronize();
  tell("__managed__", out, managed_counter);
  number<Kind::builtin><<<blocks, threads>>>(out, counted);
  cudaMemcpy(&found, counted, sizeof found, cudaMemcpyDeviceToHost);
  tell("__atomic", out, found);
  add<<<blocks, threads>>>();
  float total = 0;
  cudaMemcpyFromSymbol(&total, sum, sizeof total);
  printf("sum of floats %a\n", total);
  chain<<<blocks, threads>>>(out);
  int host[blocks], right = 0;
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 1; i < blocks; ++i) right += host[i] == i - 1;
  printf("flags: %d of %d blocks find the block before theirs\n", right, blocks - 1);
  cudaFree(out);
  cudaFree(counted);
}
