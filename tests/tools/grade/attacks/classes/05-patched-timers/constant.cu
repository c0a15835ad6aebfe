// Says of all work that it took a millisecond.
// event_timer, 0 points: fewer than two events
#include <cuda_runtime.h>

float time_on_stream(cudaStream_t stream, void (*work)(cudaStream_t stream)) {
  work(stream);
  return 1;
}
