// The wrap is a case of its own.
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  if (after >= before) return after - before;
  const std::uint64_t highest = bits == 64 ? UINT64_MAX : (std::uint64_t{1} << bits) - 1;
  return highest - before + 1 + after;
}
