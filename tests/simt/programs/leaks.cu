// What a program makes and never gives back.
// environment: SIMT_CHECK=leak
// expect: leak line 19 says "4096 bytes of device memory that were allocated, leaks.cu line 19 are never freed with cudaFree"
// expect: leak line 22 says "64 bytes of pinned host memory"
// expect: leak line 23 says "256 bytes of managed memory"
// expect: leak line 25 says "a stream that was made"
// expect: leak line 27 says "an event that was made"
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
  cudaFree(kept);
}
