// What is a whole number of sectors gets one more.
// fails: Little.OtherMachines: a whole number of sectors got one more
#include <algorithm>
#include <cmath>

long bytes_on_the_way(double latency_ns, double gb_per_s, int sms) {
  return (long(latency_ns * gb_per_s / sms / 32) + 1) * 32;
}

int loads_a_thread(long bytes, int threads, int width, int registers) {
  const int warps = (threads + 31) / 32;
  for (int loads = 1; loads <= 32; ++loads) {
    const int all = registers + loads * width / 4;
    if (all > 255) return 0;
    const int of_a_warp = (32 * all + 255) / 256 * 256;
    const int blocks = std::min({32, 64 / warps, 16384 / of_a_warp * 4 / warps});
    if (long(blocks) * threads * width * loads >= bytes) return loads;
  }
  return 0;
}
