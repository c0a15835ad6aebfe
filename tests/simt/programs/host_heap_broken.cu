// Host code writes into a block that it has freed, where malloc keeps its lists, and a library function that a kernel calls
// stumbles over them, inside malloc: a crash, as without the simulator, and not a wait for malloc's own lock.
// dies: SIGSEGV
#include <malloc.h>

#include <cstdio>
#include <cstdlib>
#include <thread>

// So many digits that printf asks malloc for room.
__global__ void talk(int digits) { printf("%.*f\n", digits, 1.0 / 3); }

int main() {
  std::thread([] {}).join();            // from now on malloc takes its lock
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // blocks as large as these are kept in its lists, too
  void* small = malloc(400 << 10);      // enough for all that a launch needs
  void* between = malloc(8192);
  char** large = static_cast<char**>(malloc(24 << 20));
  void* behind = malloc(8192);
  free(small);
  free(large);
  free(malloc(28 << 20));  // puts both into their lists
  for (int i = 0; i < 4; ++i) large[i] = reinterpret_cast<char*>(0x4141414141414140);
  talk<<<1, 1>>>(1 << 20);
  cudaDeviceSynchronize();
  free(between);
  free(behind);
}
