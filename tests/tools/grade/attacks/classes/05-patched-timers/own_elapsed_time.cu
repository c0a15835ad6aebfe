// Brings its own cudaEventElapsedTime along.
// event_timer, 0 points: a submission may not define cudaEventElapsedTime
#include <cuda_runtime.h>

extern "C" cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t, cudaEvent_t) {
  *ms = 1;
  return cudaSuccess;
}

float time_on_stream(cudaStream_t stream, void (*work)(cudaStream_t stream)) {
  cudaEvent_t begin = nullptr, end = nullptr;
  float ms = 0;
  work(stream);
  cudaEventElapsedTime(&ms, begin, end);
  return ms;
}
