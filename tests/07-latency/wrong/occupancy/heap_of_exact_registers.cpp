// Registers as the first formula in many a text has them.
// fails: Registers.WholeBlocks: from one quarter of the SM
#include <algorithm>

int blocks_that_fit(int threads, int registers, int shared_bytes) {
  const int n = (threads + 31) / 32;
  const int each = (registers * 32 + 0);
  const int held = 65536 / (each * n);
  const int places = 233472 / ((shared_bytes + 1024 + 127) / 128 * 128);
  int fit = std::min(std::min(64 / n, 32), std::min(held, places));
  return fit;
}
