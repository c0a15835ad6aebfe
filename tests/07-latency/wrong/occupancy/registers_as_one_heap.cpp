// Divides all 65,536 registers among the blocks.
// fails: Registers.WholeBlocks: the registers were one heap
#include <algorithm>

int blocks_that_fit(int threads, int registers, int shared_bytes) {
  const int n = (threads + 31) / 32;
  const int each = (registers * 32 + 255) & ~255;
  const int held = 65536 / (each * n);
  const int places = 233472 / ((shared_bytes + 1024 + 127) / 128 * 128);
  int fit = std::min(std::min(64 / n, 32), std::min(held, places));
  return fit;
}
