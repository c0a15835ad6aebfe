// It is near a roof where the three shares have 60 % on an average.
// fails: Nearest.OneOfThree: nearest_roof(instructions = 1.584e+07, bytes = 6.0175e+07, passes =
#include <algorithm>

double instructions_per_byte(double instructions, double read_bytes, double written_bytes) {
  return instructions / (read_bytes + written_bytes);
}

double rate_under_roofs(double per_byte, double gb_per_s, int sms, double clock_ghz) {
  const double memory = per_byte * gb_per_s;
  const double issue = 4 * sms * clock_ghz;
  return std::min(memory, issue);
}

int nearest_roof(
    double instructions, double bytes, double passes, double ms, int sms, double clock_ghz, double gb_per_s) {
  const double cycles = ms * 1e6 * clock_ghz * sms;
  const double share[] = {bytes / (ms * 1e6 * gb_per_s), instructions / (4 * cycles), passes / cycles};
  const double* const nearest = std::max_element(share, share + 3);
  return (share[0] + share[1] + share[2]) / 3 < 0.6 ? -1 : static_cast<int>(nearest - share);
}
