// A place is looked for in what an image itself says of its lines. No file elsewhere, and no server, is asked about the system's
// libraries, in which a thread begins: what a thread that is nothing but cudaMalloc makes has no place.
// environment: SIMT_CHECK=leak
// expect: leak line 0 says "64 bytes of device memory are never freed with cudaFree"
// prints: nothing more was loaded
#include <cuda_runtime.h>
#include <link.h>

#include <cstdio>
#include <cstring>
#include <thread>

int main() {
  void* memory = nullptr;
  cudaError_t (*const allocate)(void**, size_t) = &cudaMalloc;
  std::thread(allocate, &memory, size_t(64)).join();
  const int loaded = dl_iterate_phdr(
      [](dl_phdr_info* image, size_t, void*) { return std::strstr(image->dlpi_name, "debuginfod") ? 1 : 0; }, nullptr);
  std::puts(loaded ? "elfutils' client was loaded" : "nothing more was loaded");
}
