// Kernels that allocate: malloc and new, one kernel's memory used by another, a full heap.
// expect: uninitialized global line 22 block (0,0,0) thread (0,0,0)
// environment: SIMT_CHECK=all
// prints: 45 55 3
// prints: heap 4194304, full 1, changed too late: invalid argument
// prints: no error
#include <cstdio>
#include <cstdlib>

struct List {
  int n;
  int* items;
  __device__ explicit List(int n) : n(n), items(new int[n]) {}
  __device__ ~List() { delete[] items; }
  __device__ virtual int sum() const {
    int total = 0;
    for (int i = 0; i < n; ++i) total += items[i];
    return total;
  }
};
__device__ List* list;
__device__ int fresh(const int* p) { return *p; }

__global__ void make(int n) { list = new List(n); }
__global__ void fill(int add) { list->items[threadIdx.x] = int(threadIdx.x) + add; }
__global__ void drop(int* out) {
  *out = list->sum();
  delete list;
}
__global__ void own(int* out) {
  __shared__ int* shared;
  if (threadIdx.x == 0) shared = static_cast<int*>(malloc(blockDim.x * sizeof(int)));
  __syncthreads();
  shared[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    *out = shared[blockDim.x - 29];
    free(shared);
    int* never_written = static_cast<int*>(std::malloc(4));
    out[1] = fresh(never_written);
    std::free(never_written);
  }
}
__global__ void full(int* out) { *out = malloc(5 << 20) == nullptr; }

int main() {
  int *out, first = 0, second = 0, third = 0, is_full = 0;
  std::size_t limit = 0;
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20);
  cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize);
  cudaMalloc(&out, 2 * sizeof(int));
  for (int add = 0; add < 2; ++add) {
    make<<<1, 1>>>(10);
    fill<<<1, 10>>>(add);
    drop<<<1, 1>>>(out);
    cudaMemcpy(add ? &second : &first, out, sizeof(int), cudaMemcpyDeviceToHost);
  }
  own<<<1, 32>>>(out);
  cudaMemcpy(&third, out, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", first, second, third);
  full<<<1, 1>>>(out);
  cudaMemcpy(&is_full, out, sizeof(int), cudaMemcpyDeviceToHost);
  const cudaError_t late = cudaDeviceSetLimit(cudaLimitMallocHeapSize, limit);
  printf("heap %zu, full %d, changed too late: %s\n", limit, is_full, cudaGetErrorString(late));
  cudaGetLastError();
  int* host = static_cast<int*>(malloc(64));
  host[0] = 1;
  free(host);
  delete[] new int[4];
  cudaFree(out);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
