// Half of a roof is near enough.
// fails: Nearest.OneOfThree: half of a roof were near enough
#include <algorithm>

double instructions_per_byte(double instructions, double read_bytes, double written_bytes) {
  return instructions / (read_bytes + written_bytes);
}

double rate_under_roofs(double per_byte, double gb_per_s, int sms, double clock_ghz) {
  return std::min(per_byte * gb_per_s, 4 * sms * clock_ghz);
}

int nearest_roof(
    double instructions, double bytes, double passes, double ms, int sms, double clock_ghz, double gb_per_s) {
  const double seconds = ms / 1e3;
  const double share[3] = {bytes / (gb_per_s * 1e9 * seconds), instructions / (4e9 * sms * clock_ghz * seconds),
      passes / (1e9 * sms * clock_ghz * seconds)};
  const int most = int(std::max_element(share, share + 3) - share);
  return share[most] < 0.5 ? -1 : most;
}
