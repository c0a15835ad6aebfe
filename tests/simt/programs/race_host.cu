// Two threads of the host, one for each device, copy into the same bytes, and count in one variable.
// environment: SIMT_CHECK=race
// environment: SIMT_DEVICES=2
// expect: race host line 18 says "thread 1 writes 256 bytes, race_host.cu line 18, and thread 0 has written them"
// expect: race host line 19 says "thread 1 reads 4 bytes, race_host.cu line 19, and thread 0 has written them"
#include <cstdio>

__global__ void fill(int* out) { out[threadIdx.x] = threadIdx.x; }

int main() {
  int result[64], copies = 0, right = 0;
#pragma omp parallel for num_threads(2) schedule(static, 1) reduction(+ : right)
  for (int device = 0; device < 2; ++device) {
    int* out = nullptr;
    cudaSetDevice(device);
    cudaMalloc(&out, sizeof result);
    fill<<<1, 64>>>(out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    ++copies;
    cudaFree(out);
    right += 1;
  }
  return copies == 2 && right == 2 ? 0 : 1;
}
