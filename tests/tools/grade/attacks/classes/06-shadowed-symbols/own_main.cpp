// Defines its own main(), for the whole process.
// elapsed_ticks, 0 points: but 1 tick went by
#include <cstdint>
#include <cstddef>

int main() { return 0; }

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) { return 0; }
