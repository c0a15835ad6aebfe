// Kernels print in the order of their blocks, on any number of workers; the host's own printf is not touched.
// prints: block 0 thread 0: 0.50
// prints: block 299 thread 32: 299.50
// prints: in order
#include <cstdio>
#include <string>
#include <unistd.h>

__global__ void report(int n) {
  if (threadIdx.x % 32 == 0) printf("block %d thread %d: %.2f\n", blockIdx.x, threadIdx.x, blockIdx.x + 0.5);
  if (threadIdx.x == 0 && blockIdx.x % 100 == 0) printf("done\n");
}

int main() {
  // What the kernel prints goes to a file first, to be looked at.
  std::fflush(stdout);
  char name[] = "printf-order-XXXXXX";
  const int file = mkstemp(name), out = dup(1);
  unlink(name);
  dup2(file, 1);
  report<<<300, 64>>>(0);
  cudaDeviceSynchronize();
  std::fflush(stdout);
  dup2(out, 1);
  lseek(file, 0, SEEK_SET);
  std::string text(1 << 20, '\0');
  text.resize(std::size_t(read(file, text.data(), text.size())));
  int last = -1, block = 0;
  bool ordered = true;
  for (std::size_t at = text.find("block "); at != std::string::npos; at = text.find("block ", at + 1)) {
    std::sscanf(text.c_str() + at, "block %d", &block);
    ordered &= block >= last;
    last = block;
  }
  std::fputs(text.c_str(), stdout);
  std::puts(ordered && last == 299 ? "in order" : "out of order");
}
