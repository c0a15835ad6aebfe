// An object file of gigabytes.
// elapsed_ticks, 0 points: does not compile
#include <cstdint>

char large[1ul << 31] = {1};

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) { return 0; }
