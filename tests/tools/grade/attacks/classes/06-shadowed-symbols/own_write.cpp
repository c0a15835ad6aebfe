// Defines its own write, for the whole process.
// elapsed_ticks, 0 points: a submission may not define write
#include <cstdint>
#include <cstddef>

extern "C" long write(int, const void*, std::size_t bytes) { return long(bytes); }

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) { return 0; }
