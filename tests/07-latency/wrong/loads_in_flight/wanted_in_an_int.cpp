// Takes the bytes into an int.
// fails: Launch.ManyBytes: as if `bytes` were kept in an int
#include <algorithm>
#include <cmath>
long bytes_on_the_way(double latency_ns, double gb_per_s, int sms) {
  return 32 * long(std::ceil(latency_ns * gb_per_s / sms / 32));
}

int loads_a_thread(long wanted, int threads, int width, int registers) {
  const int bytes = int(wanted);
  const int warps = (threads + 31) / 32;
  for (int loads = 1; loads <= 32; ++loads) {
    const int all = registers + loads * width / 4;
    if (all > 255) return 0;
    const int of_a_warp = (32 * all + 255) / 256 * 256;
    const int blocks = std::min({64 / warps, 32, 4 * (16384 / of_a_warp) / warps});
    if (long(blocks) * threads * loads * width >= bytes) return loads;
  }
  return 0;
}
