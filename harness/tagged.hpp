// Test inputs that know where they come from: a value found anywhere tells which element of which call it was.
//
// Every value is a different bit pattern, so no element can stand in for another, and among them are
// NaNs, infinities, denormals and both zeros, so whoever rounds or compares on the way is caught.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
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

// What a run's inputs hang on besides: with none, a scramble is the one above, which everybody knows, and so are the inputs of a
// call to whoever has seen one of their numbers. A submission that knows them need not read them.
using Key = std::array<std::uint32_t, 5>;
inline Key input_key{};

inline std::uint32_t keyed_scramble(std::uint32_t x) {
  if (input_key == Key{}) return scramble(x);
  for (std::size_t i = 0; i + 1 < input_key.size(); ++i) x = scramble(x + input_key[i]);
  return x ^ input_key.back();
}
inline std::uint32_t keyed_unscramble(std::uint32_t x) {
  if (input_key == Key{}) return unscramble(x);
  x ^= input_key.back();
  for (std::size_t i = input_key.size() - 1; i > 0; --i) x = unscramble(x) - input_key[i - 1];
  return x;
}

// Numbers one after the other, the same for the same state.
class Numbers {
 public:
  explicit Numbers(std::uint32_t state) : state_(state) {}
  std::uint32_t next() {
    if (input_key != Key{}) return keyed_scramble(scramble(state_) + place_++);
    return state_ = state_ * 1664525u + 1013904223u;
  }

 private:
  std::uint32_t state_, place_ = 0;
};

// Which element (below 2^24) of which call's input (1 to 127) a value is. Call 0 is nobody's: it holds
// the plain zero, which a forgotten element is most likely to be.
struct Tag {
  std::uint32_t call = 1, index = 0;
  friend bool operator==(const Tag& one, const Tag& other) {
    return one.call == other.call && one.index == other.index;
  }
};

inline std::uint32_t tagged_bits(Tag tag) { return keyed_scramble(tag.call << 24 | tag.index); }

// Nothing: the value was never given out by tagged_bits (an arithmetic result, zero, poison).
inline std::optional<Tag> tag_of(std::uint32_t bits) {
  const std::uint32_t plain = keyed_unscramble(bits);
  if (plain >> 31 || plain >> 24 == 0) return std::nullopt;
  return Tag{plain >> 24, plain & 0xFFFFFFu};
}

// The key of a run, out of its seed. Seed 1 has none: what check says hangs on nothing. `nobodys`: what no element is to look like.
// A key takes a while to make, so that nobody finds a seed by trying them all.
inline void draw_input_key(std::uint64_t seed, std::initializer_list<std::uint32_t> nobodys) {
  input_key = {};
  if (seed == 1) return;
  std::uint64_t state = seed;
  const auto next = [&] {
    for (int i = 0; i < 20'000; ++i) {
      state += 0x9E3779B97F4A7C15u;
      state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9u;
      state = (state ^ state >> 27) * 0x94D049BB133111EBu;
      state ^= state >> 31;
    }
    return std::uint32_t(state);
  };
  do std::generate(input_key.begin(), input_key.end(), next);
  while (std::any_of(nobodys.begin(), nobodys.end(), [](std::uint32_t bits) { return tag_of(bits).has_value(); }));
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
