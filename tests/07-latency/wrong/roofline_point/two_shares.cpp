// Room for two shares, and the third lies behind them.
// fails: Nearest.OneOfThree: uses the index 2 of an array double [2]
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

// 0: memory, 1: issuing, 2: passes of shared memory and L1, -1: none.
int nearest_roof(
    double instructions, double bytes, double passes, double ms, int sms, double clock_ghz, double gb_per_s) {
  // Shares of what could have been done in the time. Milliseconds and 10^9 a second make 10^6.
  const double cycles = ms * 1e6 * clock_ghz * sms;  // of all SMs together
  double share[2];
  share[0] = bytes / (ms * 1e6 * gb_per_s);
  share[1] = instructions / (4 * cycles);
  share[2] = passes / cycles;
  const double* const nearest = std::max_element(share, share + 3);
  // Far from every roof: it is not a limit that holds this kernel. It waits.
  return *nearest < 0.6 ? -1 : static_cast<int>(nearest - share);
}
