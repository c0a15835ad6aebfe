// Rounds with floor and ceil.
#include <algorithm>
#include <cmath>

int blocks_that_fit(int threads, int registers, int shared_bytes) {
  const double warps = std::ceil(threads / 32.0);
  const double of_quarter = std::floor(16384 / (256 * std::ceil(registers / 8.0)));
  const double by_registers = std::ceil(warps / 4) > of_quarter ? 0 : std::floor(4 * of_quarter / warps);
  const double by_shared = std::floor(233472 / (128 * std::ceil((shared_bytes + 1024) / 128.0)));
  return int(std::min({std::floor(64 / warps), 32.0, by_registers, by_shared}));
}
