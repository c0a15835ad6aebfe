// Calls what lies beside the function that it was given: the judge's own code, and what that calls.
// event_timer, 0 points: calls through a pointer to what is no function
#include <cuda_runtime.h>

float time_on_stream(cudaStream_t stream, void (*work)(cudaStream_t stream)) {
  const auto beside = reinterpret_cast<void (*)(cudaStream_t)>(reinterpret_cast<char*>(work) - 256);
  beside(stream);
  return 1;
}
