// Legal: a recursion a hundred deep, and 200 KiB of local arrays a thread.
// environment: SIMT_CHECK=all
// prints: 5050 100
#include <cstdio>

__device__ int sum_to(int n) { return n == 0 ? 0 : n + sum_to(n - 1); }

__global__ void both(int* out, int n) {
  int local[50 * 1024];
  for (int i = 0; i < n; ++i) local[i * 500] = i;
  out[0] = sum_to(n);
  out[1] = local[(n - 1) * 500] + 1;
}

int main() {
  int *out = nullptr, host[2];
  cudaMalloc(&out, 8);
  both<<<1, 1>>>(out, 100);
  cudaMemcpy(host, out, 8, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[1]);
  cudaFree(out);
}
