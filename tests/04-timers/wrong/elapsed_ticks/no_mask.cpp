// Trusts unsigned subtraction, and forgets that it is one of 64 bits.
// fails: Correctness.EightBitsInFull: only the low `bits` bits count
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  (void)bits;
  return after - before;
}
