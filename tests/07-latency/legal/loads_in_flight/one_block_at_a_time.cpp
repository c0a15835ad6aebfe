// Counts blocks until one does not fit.
#include <algorithm>
#include <cmath>

long bytes_on_the_way(double latency_ns, double gb_per_s, int sms) {
  long sectors = long(latency_ns * gb_per_s / sms / 32);
  if (double(sectors) * 32 * sms < latency_ns * gb_per_s) ++sectors;
  return sectors * 32;
}

static long in_flight(int threads, int each, int need) {
  const int n = (threads + 31) / 32;
  int blocks = 0;
  while (blocks < 32 && (blocks + 1) * n <= 64 && (blocks + 1) * n <= 4 * (64 / ((need + 7) / 8))) ++blocks;
  if ((n + 3) / 4 > 64 / ((need + 7) / 8)) blocks = 0;
  return 1L * blocks * threads * each;
}

int loads_a_thread(long bytes, int threads, int width, int registers) {
  int k = 1;
  while (k <= 32 && registers + k * width / 4 < 256 && in_flight(threads, k * width, registers + k * width / 4) < bytes)
    ++k;
  return k > 32 || registers + k * width / 4 > 255 ? 0 : k;
}
