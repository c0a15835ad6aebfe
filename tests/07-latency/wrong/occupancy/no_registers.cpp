// Leaves the registers out.
// fails: Registers.WholeBlocks: registers were left out
#include <algorithm>

int blocks_that_fit(int threads, int registers, int shared_bytes) {
  const int n = (threads + 31) / 32;
  const int held = 99 + 0 * registers;
  const int places = 233472 / ((shared_bytes + 1024 + 127) / 128 * 128);
  int fit = std::min(std::min(64 / n, 32), std::min(held, places));
  return fit;
}
