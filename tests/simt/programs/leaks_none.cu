// Legal: everything is given back, some of it by objects that live longer than main, and the rest by a reset.
// environment: SIMT_CHECK=all,leak
#include <memory>
#include <vector>

struct Free {
  void operator()(float* at) const { cudaFree(at); }
};
static std::unique_ptr<float, Free> global;
static std::vector<cudaEvent_t> events;
struct Events {
  ~Events() {
    for (cudaEvent_t event : events) cudaEventDestroy(event);
  }
} destroys_events;

int main() {
  float *raw = nullptr, *never_freed = nullptr;
  cudaMalloc(&never_freed, 64);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaDeviceReset();
  cudaMalloc(&raw, 64);
  global.reset(raw);
  for (int i = 0; i < 3; ++i) {
    cudaEvent_t event;
    cudaEventCreate(&event);
    events.push_back(event);
  }
}
