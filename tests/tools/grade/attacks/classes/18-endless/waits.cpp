// Waits for a mutex that nobody will ever unlock.
// elapsed_ticks, 0 points: still running after 6 s in which it did nothing
#include <cstdint>
#include <mutex>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  static std::mutex never;
  never.lock();
  never.lock();
  return 0;
}
