// Test inputs that know where they come from: a value found anywhere tells which element of which call it was.
//
// Every value is a different bit pattern, so no element can stand in for another, and among them are
// NaNs, infinities, denormals and both zeros, so whoever rounds or compares on the way is caught.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

namespace harness {

// A one-to-one scramble of 32 bits, and its inverse (Chris Wellons' lowbias32).
constexpr std::uint32_t scramble(std::uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}
constexpr std::uint32_t unscramble(std::uint32_t x) {
  x = (x ^ x >> 16) * 0x43021123u;
  x = (x ^ x >> 15 ^ x >> 30) * 0x1d69e2a5u;
  return x ^ x >> 16;
}

// Which element (below 2^24) of which call's input (1 to 127) a value is. Call 0 is nobody's: it holds
// the plain zero, which a forgotten element is most likely to be.
struct Tag {
  std::uint32_t call = 1, index = 0;
  friend bool operator==(const Tag& one, const Tag& other) {
    return one.call == other.call && one.index == other.index;
  }
};

constexpr std::uint32_t tagged_bits(Tag tag) { return scramble(tag.call << 24 | tag.index); }

// Nothing: the value was never given out by tagged_bits (an arithmetic result, zero, poison).
constexpr std::optional<Tag> tag_of(std::uint32_t bits) {
  const std::uint32_t plain = unscramble(bits);
  if (plain >> 31 || plain >> 24 == 0) return std::nullopt;
  return Tag{plain >> 24, plain & 0xFFFFFFu};
}

inline std::vector<float> tagged_input(std::size_t count, std::uint32_t call) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t bits = tagged_bits({call, std::uint32_t(i)});
    std::memcpy(&values[i], &bits, sizeof bits);
  }
  return values;
}

}  // namespace harness
