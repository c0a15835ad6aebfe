// Looks at every number and keeps the smallest.
#include <algorithm>
#include <cmath>

long bytes_on_the_way(double latency_ns, double gb_per_s, int sms) {
  const double sectors = latency_ns / 32 * gb_per_s / sms;
  return 32 * long(std::ceil(sectors - 1e-9));
}

int loads_a_thread(long bytes, int threads, int width, int registers) {
  int found = 0;
  for (int k = 32; k > 0; --k) {
    const int need = registers + k * width / 4;
    if (need > 255) continue;
    const int n = threads / 32 + (threads % 32 > 0), q = 16384 / (256 * ((need + 7) / 8));
    int blocks = n > q * 4 ? 0 : q * 4 / n;
    blocks = std::min(std::min(blocks, 64 / n), 32);
    if (long(blocks) * k * threads * width >= bytes) found = k;
  }
  return found;
}
