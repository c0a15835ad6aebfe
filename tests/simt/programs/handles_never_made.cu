// A stream that was never created: the launch and the calls fail. The default streams need not be created.
// expect: invalid-configuration says "work was not launched: its stream was never created"
// expect: api-error line 25 says "cudaStreamSynchronize failed with cudaErrorInvalidResourceHandle"
// prints: 0 0 0, then 400 400
#include <cstdio>

__global__ void work(int* out) { out[threadIdx.x] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, 128);
  work<<<1, 32, 0, 0>>>(out);
  const cudaError_t first = cudaGetLastError();
  work<<<1, 32, 0, cudaStreamLegacy>>>(out);
  const cudaError_t second = cudaGetLastError();
  work<<<1, 32, 0, cudaStreamPerThread>>>(out);
  unsigned flags = 0;
  cudaStreamGetFlags(cudaStreamPerThread, &flags);
  const cudaError_t third = cudaStreamSynchronize(cudaStreamPerThread);
  int elsewhere[64];
  const auto never = reinterpret_cast<cudaStream_t>(elsewhere);
  work<<<1, 32, 0, never>>>(out);
  const cudaError_t launch = cudaGetLastError();
  printf("%d %d %d, then %d %d\n", first, second, third, launch, cudaMemsetAsync(out, 0, 128, never));
  cudaStreamSynchronize(never);
  return 0;
}
