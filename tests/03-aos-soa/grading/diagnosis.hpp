// Says what went wrong with objects that were added or rearranged: which place holds what, and where that came from.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/tagged.hpp"
#include "tests/03-aos-soa/grading/objects.hpp"

namespace objects {

// Test values tell where they belong. All of a call are different, none is zero, and no sum of a few overflows. With zeros
// among them, one in three is 0 instead.
class Values {
 public:
  explicit Values(std::uint32_t call, bool with_zeros = false) : shift_(call * 0x51ED270u), with_zeros_(with_zeros) {}

  struct Source {
    bool in = false;  // or of what out held before the call
    std::size_t object = 0;
    int field = 0;
  };

  int of(Source source) const {
    const std::uint32_t number = std::uint32_t(source.object) * 8 + (source.in ? 4 : 0) + std::uint32_t(source.field);
    const int value = int((mixed(number & mask) * multiplier + shift_) & mask) - half;
    return value + (value >= 0);  // leaves zero out
  }

  std::optional<Source> source(std::int64_t value, std::size_t count) const {
    if (value == 0 || value < -half || value > half) return std::nullopt;
    const std::uint32_t number = unmixed(((std::uint32_t(value - (value > 0) + half) - shift_) * inverse) & mask);
    if (number / 8 >= count) return std::nullopt;
    return Source{(number & 4) != 0, number / 8, int(number & 3)};
  }

  Objects objects(bool in, std::size_t count) const {
    Objects all(count);
    for (std::size_t i = 0; i < count; ++i)
      for (int field = 0; field < 4; ++field) {
        const int value = of({in, i, field});
        all[i][std::size_t(field)] = with_zeros_ && value % 3 == 0 ? 0 : value;
      }
    return all;
  }

 private:
  // One to one below 2^28, by the run's key: else of a call's values two would tell all others. Each round changes a half of the
  // bits by the other half, and so does what takes it back.
  static constexpr int rounds = 4, half_bits = 14;
  static std::uint32_t round_of(std::uint32_t number, int round) {
    const std::uint32_t low = number & ((1u << half_bits) - 1);
    const std::uint32_t drawn = harness::scramble(low + harness::input_key[std::size_t(round)]);
    return number ^ (drawn >> (32 - half_bits)) << half_bits;
  }
  static std::uint32_t turned(std::uint32_t number) { return (number >> half_bits) | ((number << half_bits) & mask); }
  std::uint32_t mixed(std::uint32_t number) const {
    if (harness::input_key == harness::Key{}) return number;
    number ^= shift_ & mask;  // nor do those of another call
    for (int round = 0; round < rounds; ++round) number = turned(round_of(number, round));
    return number;
  }
  std::uint32_t unmixed(std::uint32_t number) const {
    if (harness::input_key == harness::Key{}) return number;
    for (int round = rounds - 1; round >= 0; --round) number = round_of(turned(number), round);
    return number ^ (shift_ & mask);
  }

  static constexpr std::uint32_t mask = (1u << 28) - 1, multiplier = 0x9E3779B1u, inverse = 0x0E8B2F51u;
  static constexpr int half = 1 << 27;
  std::uint32_t shift_;
  bool with_zeros_;
};

enum class Task { add, rearrange };  // out += in, out = in

// A place's name in the student's own words: "out.a[5]", "out[5].a".
using Place = std::function<std::string(const std::string& array, std::size_t object, int field)>;

struct Result {
  Task task = Task::add;
  bool on_device = true;
  Objects before, in, after;  // out before the call, in, out after it
};

// What is wrong with a result, as sentences; empty if nothing is.
std::string diagnosis(const Result& result, const Values& values, const Place& out_place, const Place& in_place);

}  // namespace objects
