// A kernel's parameter that counts its copies, by a pointer of the host's: a GPU gets its bytes, and calls nothing to copy it.
// prints: 42 of 32 threads
// prints: copied on the host, and as often destroyed
// prints: 3 3
#include <cuda_runtime.h>

#include <cstdio>
#include <memory>

struct Counted {
  int* copies;
  int* destroyed;
  int value;
  Counted(int* copies, int* destroyed, int value) : copies(copies), destroyed(destroyed), value(value) {}
  Counted(const Counted& other) : copies(other.copies), destroyed(other.destroyed), value(other.value) { ++*copies; }
  ~Counted() { ++*destroyed; }
};
struct Shared {
  std::shared_ptr<int> owner;
  int* device;
};

__global__ void add(int* out, Counted counted) { atomicAdd(out, counted.value); }
__global__ void set(Shared shared) { shared.device[threadIdx.x] = 3; }

int main() {
  int *out, copies = 0, destroyed = 0, host[2];
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 4);
  {
    const Counted counted(&copies, &destroyed, 42);
    add<<<1, 32>>>(out, counted);
    cudaMemcpy(host, out, 4, cudaMemcpyDeviceToHost);
    printf("%d of 32 threads\n", host[0] / 32);
  }
  printf("copied on the host, and %s destroyed\n", copies > 0 && copies < 32 && destroyed == copies + 1 ? "as often" : "not as often");
  const Shared shared{std::make_shared<int>(7), out};
  set<<<1, 64>>>(shared);
  cudaMemcpy(host, out + 62, 8, cudaMemcpyDeviceToHost);
  printf("%d %d\n", host[0], host[1]);
}
