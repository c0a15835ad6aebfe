// Rounds to the nearest sector.
// fails: Little.AnH200: rounded to the nearest sector
#include <cmath>
namespace {
int least(int a, int b) { return a < b ? a : b; }
int resident(int threads, int registers) {
  const int warps = (threads + 31) / 32, each = (registers + 7) / 8 * 256;
  return least(least(64 / warps, 32), 16384 / each * 4 / warps);
}
}  // namespace
long bytes_on_the_way(double latency_ns, double gb_per_s, int sms) {
  const double bytes = latency_ns * gb_per_s / sms;
  long sectors = long(bytes / 32);
  if (bytes - sectors * 32.0 >= 16) ++sectors;
  return sectors * 32;
}
int loads_a_thread(long bytes, int threads, int width, int registers) {
  int n = 0;
  while (++n <= 32) {
    const int r = registers + n * (width / 4);
    if (r > 255) break;
    if (1L * resident(threads, r) * threads * n * width >= bytes) return n;
  }
  return 0;
}
