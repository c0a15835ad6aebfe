// Computes with whole numbers.
// fails: Little.AnH200: latency or bandwidth were cut to a whole number
#include <algorithm>
#include <cmath>

long bytes_on_the_way(double latency_ns, double gb_per_s, int sms) {
  const long all = long(latency_ns) * long(gb_per_s);
  return (all / sms + 31) / 32 * 32;
}

static int room(int threads, int need) {
  const int n = (threads - 1) / 32 + 1, q = 64 / ((need + 7) / 8);
  return (n + 3) / 4 > q ? 0 : std::min(std::min(64, 4 * q) / n, 32);
}

int loads_a_thread(long bytes, int threads, int width, int registers) {
  for (int k = 1; k <= 32; ++k) {
    const int need = registers + k * width / 4;
    if (need > 255) break;
    const long has = 1L * k * threads * width * room(threads, need);
    if (has >= bytes) return k;
  }
  return 0;
}
