// A thread-local variable of another library, which std::call_once uses, is no shared array at the beginning of ours.
// prints: 496
#include <cstdio>
#include <mutex>

__global__ void sum(int* out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x > 0) return;
  int all = 0;
  for (int i = 0; i < 32; ++i) all += tile[i];
  *out = all;
}

int main() {
  static std::once_flag once;
  int* out = nullptr;
  std::call_once(once, [&] { cudaMalloc(&out, sizeof(int)); });
  sum<<<1, 32>>>(out);
  int result = 0;
  if (cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  std::printf("%d\n", result);
  cudaFree(out);
}
