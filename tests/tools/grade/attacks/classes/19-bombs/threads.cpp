// Starts threads without end.
// elapsed_ticks, 0 points: temporarily unavailable | still running
#include <cstdint>
#include <thread>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  for (;;)
    std::thread([] {
      for (;;) std::this_thread::yield();
    }).detach();
  return 0;
}
