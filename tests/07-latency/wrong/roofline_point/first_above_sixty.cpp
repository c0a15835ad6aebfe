// The first roof that is 60 % reached is taken, whichever is nearer.
// fails: Nearest.OneOfThree: the first roof were given that is near enough
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
  const double* nearest = std::find_if(share, share + 3, [](double one) { return one >= 0.6; });
  if (nearest == share + 3) nearest = share;
  return *nearest < 0.6 ? -1 : static_cast<int>(nearest - share);
}
