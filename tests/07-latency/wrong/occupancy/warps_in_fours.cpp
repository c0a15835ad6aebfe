// Warps are given in fours, one for each quarter.
// fails: Correctness.Threads: blocks_that_fit(threads = 1, registers = 16, shared_bytes = 0)
#include <algorithm>

static int round_up(int value, int unit) { return (value + unit - 1) / unit * unit; }

int blocks_that_fit(int threads, int registers, int shared_bytes) {
  const int warps = round_up(threads, 128) / 32;
  const int by_warps = 64 / warps;

  const int registers_of_warp = round_up(registers * 32, 256);
  const int warps_of_quarter = 16384 / registers_of_warp;
  const int by_registers = 4 * warps_of_quarter / warps;

  const int by_shared = 228 * 1024 / round_up(shared_bytes + 1024, 128);

  return std::min({by_warps, 32, by_registers, by_shared});
}
