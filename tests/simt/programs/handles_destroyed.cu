// Streams and events that were destroyed: each call that is given one says so, and fails as the runtime does.
// expect: use-after-free says "work was not launched: its stream has been destroyed"
// expect: use-after-free line 35 says "cudaMemcpyAsync is given a stream that has been destroyed"
// expect: use-after-free line 36 says "cudaMemsetAsync is given a stream"
// expect: use-after-free line 37 says "cudaStreamSynchronize is given a stream"
// expect: use-after-free line 38 says "cudaEventRecord is given a stream"
// expect: use-after-free line 39 says "cudaStreamDestroy is given a stream"
// expect: use-after-free line 41 says "cudaEventRecord is given an event that has been destroyed"
// expect: use-after-free line 42 says "cudaStreamWaitEvent is given an event"
// expect: use-after-free line 44 says "cudaEventElapsedTime is given an event"
// expect: use-after-free line 45 says "cudaEventDestroy is given an event"
// expect: use-after-free line 46 says "cudaMemcpyToSymbolAsync is given a stream"
// expect: use-after-free line 47 says "cudaMemcpyFromSymbolAsync is given a stream"
// expect: use-after-free line 51 says "cudaStreamQuery is given a stream"
// prints: 400 12 times, then 400
#include <cstdio>
__device__ int values[32];
__global__ void work(int* out) { out[threadIdx.x] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, 128);
  cudaStream_t gone, other;
  cudaEvent_t event, late;
  cudaStreamCreate(&gone);
  cudaStreamDestroy(gone);
  cudaStreamCreate(&other);  // perhaps where the other was
  cudaEventCreate(&event);
  cudaEventCreate(&late);
  cudaEventRecord(event, other);
  int wrong = 0;
  work<<<1, 32, 0, gone>>>(out);
  wrong += cudaGetLastError() == cudaErrorInvalidResourceHandle;
  int host[32];
  wrong += cudaMemcpyAsync(host, out, 128, cudaMemcpyDeviceToHost, gone) == cudaErrorInvalidResourceHandle;
  wrong += cudaMemsetAsync(out, 0, 128, gone) == cudaErrorInvalidResourceHandle;
  wrong += cudaStreamSynchronize(gone) == cudaErrorInvalidResourceHandle;
  wrong += cudaEventRecord(event, gone) == cudaErrorInvalidResourceHandle;
  wrong += cudaStreamDestroy(gone) == cudaErrorInvalidResourceHandle;
  cudaEventDestroy(late);
  wrong += cudaEventRecord(late, other) == cudaErrorInvalidResourceHandle;
  wrong += cudaStreamWaitEvent(other, late) == cudaErrorInvalidResourceHandle;
  float milliseconds;
  wrong += cudaEventElapsedTime(&milliseconds, event, late) == cudaErrorInvalidResourceHandle;
  wrong += cudaEventDestroy(late) == cudaErrorInvalidResourceHandle;
  wrong += cudaMemcpyToSymbolAsync(values, host, 128, 0, cudaMemcpyDefault, gone) == cudaErrorInvalidResourceHandle;
  wrong += cudaMemcpyFromSymbolAsync(host, values, 128, 0, cudaMemcpyDefault, gone) == cudaErrorInvalidResourceHandle;
  work<<<1, 32, 0, other>>>(out);
  printf("400 %d times, then %d\n", wrong, cudaGetLastError());  // the last of the failed calls
  cudaDeviceReset();
  return cudaStreamQuery(other) == cudaSuccess;
}
