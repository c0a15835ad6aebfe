// Takes the threads of a block as they are, 2048 of them in all.
// fails: Correctness.Threads: a part of a warp counted as a part
#include <algorithm>

int blocks_that_fit(int threads, int registers, int shared_bytes) {
  const int n = (threads + 31) / 32, piece = (registers + 7) / 8 * 256, quarter = 16384 / piece;
  const int held = n > 4 * quarter ? 0 : quarter * 4 / n;
  return std::min({2048 / threads, 32, held, 233472 / ((shared_bytes + 1151) / 128 * 128)});
}
