// Counts the blocks of a kernel that an SM of an H200 holds at a time.
// Run: ./course test occupancy.sim
#include <algorithm>

static int round_up(int value, int unit) { return (value + unit - 1) / unit * unit; }

// threads: of a block, 1 to 1024. registers: of a thread, 1 to 255. shared_bytes: of a block, 0 to 232,448.
int blocks_that_fit(int threads, int registers, int shared_bytes) {
  // Whatever a warp needs it gets for all of its 32 lanes, also where the block has fewer.
  const int warps = round_up(threads, 32) / 32;
  const int by_warps = 64 / warps;

  // The SM has four quarters with a scheduler and 16,384 registers each. A warp lives in one of
  // them; what is left there is of no use to a warp of another quarter.
  const int registers_of_warp = round_up(registers * 32, 256);
  const int warps_of_quarter = 16384 / registers_of_warp;
  const int by_registers = 4 * warps_of_quarter / warps;

  // CUDA keeps 1024 bytes of every block's for itself.
  const int by_shared = 228 * 1024 / round_up(shared_bytes + 1024, 128);

  return std::min({by_warps, 32, by_registers, by_shared});
}
