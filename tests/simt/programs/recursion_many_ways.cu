// A recursion that comes down 150,000 different ways, but never deep: nothing is wrong with it.
// prints: right
#include <cstdio>

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__global__ void compute(int* out) { out[threadIdx.x] = fibonacci(10 + int(threadIdx.x)); }

int main() {
  int* out = nullptr;
  int host[16];
  cudaMalloc(&out, sizeof host);
  compute<<<1, 16>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  int before = 34, now = 55, wrong = 0;  // of 9 and 10
  for (int value : host) {
    wrong += value != now;
    const int next = before + now;
    before = now, now = next;
  }
  std::printf("%s\n", wrong ? "wrong" : "right");
  return wrong;
}
