// What a program makes and never gives back.
// environment: SIMT_CHECK=leak
// expect: leak line 20 says "4096 bytes of device memory are never freed with cudaFree, leaks.cu line 20"
// expect: leak line 23 says "64 bytes of pinned host memory are never freed with cudaFreeHost"
// expect: leak line 24 says "256 bytes of managed memory are never freed with cudaFree"
// expect: leak line 26 says "a stream is never destroyed"
// expect: leak line 28 says "an event is never destroyed"
// expect: leak line 33 says "300 bytes of device memory in 3 allocations are never freed with cudaFree"
#include <cstdio>

template <typename T>
struct Buffer {
  T* at = nullptr;
  explicit Buffer(std::size_t count) { cudaMalloc(&at, count * sizeof(T)); }
  ~Buffer() { cudaFree(at); }
};

int main() {
  float *lost = nullptr, *kept = nullptr, *pinned = nullptr, *managed = nullptr;
  cudaMalloc(&lost, 4096);
  cudaMalloc(&kept, 4096);
  Buffer<double> buffer(100);
  cudaMallocHost(&pinned, 64);
  cudaMallocManaged(&managed, 256);
  cudaStream_t stream, other_stream;
  cudaStreamCreate(&stream);
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaStreamCreate(&other_stream);
  cudaEventDestroy(stop);
  cudaStreamDestroy(other_stream);
  for (int i = 0; i < 3; ++i) cudaMalloc(&lost, 100);
  cudaFree(kept);
}
