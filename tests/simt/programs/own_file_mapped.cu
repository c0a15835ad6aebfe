// The program's own file is mapped once more right in front of its image, as elfutils' maps may come to lie: places are found.
// environment: SIMT_CHECK=all
// expect: race shared line 14 block (0,0,0) says "no barrier"
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>

__global__ void reverse(int* out) {
  __shared__ int tile[64];
  const int i = threadIdx.x;
  tile[i] = i;
  out[i] = tile[63 - i];
}

int main() {
  unsigned long image = 0;
  const auto first = [](dl_phdr_info* info, size_t, void* to) {
    *static_cast<unsigned long*>(to) = info->dlpi_addr;
    return 1;
  };
  dl_iterate_phdr(first, &image);
  const int file = open("/proc/self/exe", O_RDONLY);
  const long size = (lseek(file, 0, SEEK_END) + 4095) / 4096 * 4096;
  void* const at = reinterpret_cast<void*>(image - size);
  if (mmap(at, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0) != at) return 2;
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  reverse<<<1, 64>>>(out);
  return cudaDeviceSynchronize();
}
