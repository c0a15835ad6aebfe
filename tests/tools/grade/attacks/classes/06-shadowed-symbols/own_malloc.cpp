// Defines its own malloc, for the whole process.
// elapsed_ticks, 0 points: a submission may not define malloc
#include <cstdint>
#include <cstddef>

extern "C" void* malloc(std::size_t) { return nullptr; }

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) { return 0; }
