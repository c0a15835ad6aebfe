// Compares the times that each roof would need.
#include <cmath>
#include <algorithm>

double instructions_per_byte(double instructions, double read_bytes, double written_bytes) {
  return instructions / (written_bytes + read_bytes);
}

double rate_under_roofs(double per_byte, double gb_per_s, int sms, double clock_ghz) {
  return std::min(4.0 * clock_ghz * sms, gb_per_s * per_byte);
}

int nearest_roof(
    double instructions, double bytes, double passes, double ms, int sms, double clock_ghz, double gb_per_s) {
  const double needs[] = {
      bytes / gb_per_s * 1e-6, instructions / (4e6 * sms * clock_ghz), passes / (1e6 * sms * clock_ghz)};
  const double longest = std::fmax(needs[0], std::fmax(needs[1], needs[2]));
  if (longest < 0.6 * ms) return -1;
  return longest == needs[0] ? 0 : longest == needs[1] ? 1 : 2;
}
