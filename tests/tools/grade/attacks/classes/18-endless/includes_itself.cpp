// A file that includes itself.
// elapsed_ticks, 0 points: does not compile
#include <cstdint>

#include __FILE__

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) { return 0; }
