// Shares in per cent of what a second would have.
#include <algorithm>

// instructions: of warps. read_bytes, written_bytes: between L2 and the memory outside the chip.
double instructions_per_byte(double instructions, double read_bytes, double written_bytes) {
  return instructions / (read_bytes + written_bytes);
}

// In 10^9 instructions of warps a second, as are bytes in gb_per_s and cycles in clock_ghz.
double rate_under_roofs(double per_byte, double gb_per_s, int sms, double clock_ghz) {
  // Each byte that comes allows so many instructions. That is the slope.
  const double memory = per_byte * gb_per_s;
  // An SM's four schedulers issue one each in a cycle, whatever the memory does. That is the flat.
  const double issue = 4 * sms * clock_ghz;
  return std::min(memory, issue);
}

int nearest_roof(
    double instructions, double bytes, double passes, double ms, int sms, double clock_ghz, double gb_per_s) {
  const double of_second = ms * 1e-3;
  const double issued = instructions / of_second / (4e9 * sms * clock_ghz) * 100;
  const double passed = passes / of_second / (1e9 * sms * clock_ghz) * 100;
  const double moved = bytes / of_second / (gb_per_s * 1e9) * 100;
  int roof = moved >= issued ? 0 : 1;
  double most = std::max(moved, issued);
  if (passed > most) roof = 2, most = passed;
  return most >= 60 ? roof : -1;
}
