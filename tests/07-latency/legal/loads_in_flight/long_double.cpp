// Computes with more digits than it needs.
#include <algorithm>
#include <cmath>

long bytes_on_the_way(double latency_ns, double gb_per_s, int sms) {
  const long double each = (long double)latency_ns * gb_per_s / sms;
  return long(std::ceil(each / 32)) * 32;
}

static int places(int threads, int need) {
  const int n = (threads - 1) / 32 + 1, q = 64 / ((need + 7) / 8);
  return (n + 3) / 4 > q ? 0 : std::min(std::min(64, 4 * q) / n, 32);
}

int loads_a_thread(long bytes, int threads, int width, int registers) {
  for (int k = 1; k <= 32; ++k) {
    const int need = registers + k * width / 4;
    if (need > 255) break;
    const long has = 1L * k * threads * width * places(threads, need);
    if (has >= bytes) return k;
  }
  return 0;
}
