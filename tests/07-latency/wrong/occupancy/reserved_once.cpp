// The 1024 bytes are taken off once for the whole SM.
// fails: Correctness.SharedMemory: the 1024 bytes were taken off once for an SM
#include <algorithm>

int blocks_that_fit(int threads, int registers, int shared_bytes) {
  const int warps = (threads + 31) / 32;
  const int of_a_warp = (32 * registers + 255) / 256 * 256;
  const int by_registers = 16384 / of_a_warp * 4 / warps;
  const int by_shared = shared_bytes == 0 ? 32 : 227 * 1024 / ((shared_bytes + 127) / 128 * 128);
  return std::min({32, 64 / warps, by_registers, by_shared});
}
