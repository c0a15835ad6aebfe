// Writes a return over the code of a library function.
// elapsed_ticks, 0 points: SIGSEGV
#include <cstdint>
#include <cstdio>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  *reinterpret_cast<volatile unsigned char*>(&std::puts) = 0xc3;
  return 0;
}
