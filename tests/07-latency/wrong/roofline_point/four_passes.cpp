// Has four paths to shared memory.
// fails: Nearest.OneOfThree: as if an SM made several a cycle
#include <algorithm>

double instructions_per_byte(double instructions, double read_bytes, double written_bytes) {
  return instructions / (written_bytes + read_bytes);
}

double rate_under_roofs(double per_byte, double gb_per_s, int sms, double clock_ghz) {
  return std::min(4.0 * clock_ghz * sms, gb_per_s * per_byte);
}

int nearest_roof(
    double instructions, double bytes, double passes, double ms, int sms, double clock_ghz, double gb_per_s) {
  const double ns = ms * 1e6, ticks = ns * clock_ghz * sms;
  const double parts[3] = {bytes / ns / gb_per_s, instructions / ticks / 4, passes / ticks / 4};
  int best = 0;
  for (int i = 1; i < 3; ++i)
    if (parts[i] > parts[best]) best = i;
  return parts[best] < 0.6 ? -1 : best;
}
