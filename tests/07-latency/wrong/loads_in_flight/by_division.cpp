// Divides by what one load has.
// fails: Launch.RegistersGrow: loads needed no registers
#include <algorithm>
#include <cmath>

long bytes_on_the_way(double latency_ns, double gb_per_s, int sms) {
  return long(std::ceil(latency_ns * gb_per_s / (32.0 * sms))) * 32;
}

static int room(int threads, int need) {
  const int n = (threads - 1) / 32 + 1, q = 64 / ((need + 7) / 8);
  return (n + 3) / 4 > q ? 0 : std::min(std::min(64, 4 * q) / n, 32);
}

int loads_a_thread(long bytes, int threads, int width, int registers) {
  const long once = 1L * room(threads, registers) * threads * width;
  const long wanted = once ? (bytes + once - 1) / once : 0;
  return wanted > 32 ? 0 : int(wanted);
}
