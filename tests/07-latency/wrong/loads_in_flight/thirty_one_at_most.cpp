// 31 loads are the most that are tried.
// fails: Launch.RegistersGrow: loads_a_thread(bytes = 32768, threads = 32, width = 4, registers =
#include <algorithm>
#include <cmath>

long bytes_on_the_way(double latency_ns, double gb_per_s, int sms) {
  const double of_all = latency_ns * gb_per_s;
  return 32 * static_cast<long>(std::ceil(of_all / sms / 32));
}

static int blocks_on_sm(int threads, int registers) {
  const int warps = (threads + 31) / 32;
  const int warps_of_quarter = 16384 / ((registers * 32 + 255) / 256 * 256);
  return std::min({64 / warps, 32, 4 * warps_of_quarter / warps});
}

int loads_a_thread(long bytes, int threads, int width, int registers) {
  for (int loads = 1; loads < 32; ++loads) {
    const int of_thread = registers + loads * width / 4;
    if (of_thread > 255) return 0;
    const long on_the_way = long(blocks_on_sm(threads, of_thread)) * threads * loads * width;
    if (on_the_way >= bytes) return loads;
  }
  return 0;
}
