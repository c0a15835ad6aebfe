// Templates that never end, for the compiler.
// elapsed_ticks, 0 points: does not compile
#include <cstdint>

template <unsigned long n>
struct Deep : Deep<n * 3 + 1>, Deep<n * 5 + 2> {};
static Deep<1> deep;

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) { return 0; }
