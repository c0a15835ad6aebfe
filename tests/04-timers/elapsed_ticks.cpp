// Grades the lab elapsed_ticks: exact for every width, with and without a wrap.
// Run: grade-elapsed_ticks.sim --module FILE.so
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "tests/04-timers/interface.hpp"

namespace {

using Ticks = std::uint64_t;

struct Readings {
  Ticks before, after;
  int bits;

  Ticks highest() const { return bits == 64 ? ~Ticks{0} : (Ticks{1} << bits) - 1; }
  // Tick by tick: up to the highest value, one more to 0, and on. No trick in it.
  Ticks elapsed() const { return after >= before ? after - before : (highest() - before) + 1 + after; }
  bool wraps() const { return after < before; }
};

// 2^bits - 1 as it comes of (1 << bits) - 1, an int, on processors that shift by the lowest five bits of what they are told.
Ticks int_mask(int bits) { return Ticks(std::int64_t(std::int32_t((std::uint32_t{1} << bits % 32) - 1))); }

struct Mistake {
  const char* words;
  std::function<Ticks(const Readings&)> ticks;
};

const std::vector<Mistake>& mistakes() {
  static const std::vector<Mistake> known = {
      {"It looks as if a counter that went past its end were not dealt with yet.",
          [](const Readings& r) { return r.wraps() ? 0 : r.after - r.before; }},
      {"It looks as if a wrap counted as the highest value; from there to 0 is one tick more: 2^bits.",
          [](const Readings& r) { return r.wraps() ? r.highest() + r.after - r.before : r.after - r.before; }},
      {"It looks as if the whole 64-bit difference were returned; of a narrower counter only the low `bits` bits "
       "count.",
          [](const Readings& r) { return r.after - r.before; }},
      {"It looks as if the smaller reading were taken from the larger; after a wrap the time is the way round past the "
       "end.",
          [](const Readings& r) { return r.wraps() ? r.before - r.after : r.after - r.before; }},
      {"It looks as if the readings had changed places.",
          [](const Readings& r) { return (r.before - r.after) & r.highest(); }},
      {"It looks as if two equal readings counted as a whole turn; less than 2^bits ticks go by, so they are 0 apart.",
          [](const Readings& r) {
            return r.after > r.before ? r.after - r.before : r.highest() - r.before + 1 + r.after;
          }},
      {"It looks as if the result were cut to 32 bits.",
          [](const Readings& r) { return Ticks(std::uint32_t(r.elapsed())); }},
      {"It looks as if the counter always had 32 bits.",
          [](const Readings& r) { return (r.after - r.before) & 0xFFFFFFFFu; }},
      {"It looks as if 1 were shifted by `bits` where that is 64: a shift by all bits of a type is undefined, and many "
       "processors "
       "shift by none.",
          [](const Readings& r) { return (r.after - r.before) & ((Ticks{1} << (r.bits & 63)) - 1); }},
      {"It looks as if 2^bits were an int, 1 << bits; it needs 64 bits, and 1 alone has 32.",
          [](const Readings& r) { return (r.after - r.before) & int_mask(r.bits); }},
      {"It looks as if 2^bits were an int, 1 << bits; it needs 64 bits, and 1 alone has 32.",
          [](const Readings& r) { return r.wraps() ? int_mask(r.bits) - r.before + 1 + r.after : r.after - r.before; }},
      {"It looks as if a double were used; from 2^53 on it does not hold every whole number.",
          [](const Readings& r) { return Ticks((long double)double(r.elapsed())); }},
  };
  return known;
}

// Judges many pairs, and complains once, about the one with the smallest numbers.
class Judge {
 public:
  void expect(Readings readings) { asked_.push_back(readings); }

  // To be called when all have been named.
  void conclude() {
    answers_ = ask(asked_);
    std::vector<Readings> wrong;
    for (std::size_t i = 0; i < asked_.size(); ++i)
      if (answers_[i] != asked_[i].elapsed()) wrong.push_back(asked_[i]);
    if (wrong.empty()) return;
    const Readings& r = *std::min_element(wrong.begin(), wrong.end(), [](const Readings& a, const Readings& b) {
      return std::pair(a.bits, a.before | a.after) < std::pair(b.bits, b.before | b.after);
    });
    ADD_FAILURE() << explanation() << "elapsed_ticks(before = " << r.before << ", after = " << r.after
                  << ", bits = " << r.bits << ") returned " << ask({r}).front() << ", but " << r.elapsed()
                  << (r.elapsed() == 1 ? " tick" : " ticks") << " went by" << way(r) << ".";
  }

 private:
  std::vector<Ticks> ask(const std::vector<Readings>& all) const {
    std::vector<harness::Function<decltype(elapsed_ticks)>::Tuple> calls;
    for (const Readings& r : all) calls.push_back({r.before, r.after, r.bits});
    return function_.each(calls);
  }

  static std::string way(const Readings& r) {
    if (!r.wraps()) return "";
    return ": " + std::to_string(r.highest() - r.before) + " up to " + std::to_string(r.highest()) + ", one to 0, " +
           std::to_string(r.after) + " more";
  }

  std::string explanation() const {
    for (const Mistake& mistake : mistakes()) {
      bool same = true;
      for (std::size_t i = 0; i < asked_.size() && same; ++i) same = mistake.ticks(asked_[i]) == answers_[i];
      if (same) return std::string(mistake.words) + " ";
    }
    return "";
  }

  harness::Function<decltype(elapsed_ticks)> function_ =
      harness::submission().function<decltype(elapsed_ticks)>("elapsed_ticks");
  std::vector<Readings> asked_;
  std::vector<Ticks> answers_;
};

std::vector<Ticks> corners(int bits) {
  const Ticks highest = Readings{0, 0, bits}.highest(), half = highest / 2;
  return {0, 1, 2, half - 1, half, half + 1, highest - 1, highest};
}

TEST(Correctness, NoWrap) {
  Judge judge;
  for (int bits = 8; bits <= 64; ++bits)
    for (const Ticks before : corners(bits))
      for (const Ticks after : corners(bits))
        if (after >= before) judge.expect({before, after, bits});
  judge.conclude();
}

TEST(Correctness, EightBitsInFull) {
  Judge judge;
  for (Ticks before = 0; before < 256; ++before)
    for (Ticks after = 0; after < 256; ++after) judge.expect({before, after, 8});
  judge.conclude();
}

TEST(Correctness, EveryWidthOnEveryCorner) {
  Judge judge;
  for (int bits = 8; bits <= 64; ++bits)
    for (const Ticks before : corners(bits))
      for (const Ticks after : corners(bits)) judge.expect({before, after, bits});
  judge.conclude();
}

TEST(Correctness, SixtyFourBits) {
  Judge judge;
  for (const Ticks before : corners(64))
    for (const Ticks after : corners(64)) judge.expect({before, after, 64});
  judge.conclude();
}

TEST(Correctness, AnyReadings) {
  Judge judge;
  std::mt19937_64 random(harness::seed());
  for (int i = 0; i < 20'000; ++i) {
    const int bits = 8 + int(random() % 57);
    const Ticks mask = Readings{0, 0, bits}.highest();
    const Ticks before = random() & mask;
    const Ticks after =
        i % 2 ? random() & mask : (before + random() % 1000) & mask;  // short times too, wherever they fall
    judge.expect({before, after, bits});
  }
  judge.conclude();
}

}  // namespace
