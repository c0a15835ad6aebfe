// Works with whole per cent.
// fails: Nearest.Drawn: is right
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
  const double parts[3] = {bytes / ns / gb_per_s, instructions / ticks / 4, passes / ticks};
  int best = 0;
  for (int i = 1; i < 3; ++i)
    if (parts[i] > parts[best]) best = i;
  const int percent = int(100 * parts[best] + 0.5);
  if (percent >= 60) return best;
  return parts[best] < 0.6 ? -1 : best;
}
