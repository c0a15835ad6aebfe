// Tells what it is asked.
#include <algorithm>
#include <cstdio>

static int pieces(int of, int size) { return of / size + (of % size != 0); }

int blocks_that_fit(int threads, int registers, int shared_bytes) {
  static int told = 0;
  if (told++ < 3) std::printf("%d threads, %d registers, %d bytes\n", threads, registers, shared_bytes);
  const int warps = pieces(threads, 32), quarter = 64 / pieces(registers, 8);
  if (pieces(warps, 4) > quarter) return 0;
  return std::min(std::min(64, 4 * quarter) / warps, std::min(32, 1824 / pieces(shared_bytes + 1024, 128)));
}
