// Grades the lab lru_hits: agreement with a cache that is looked through line by line, on every kind of trace.
// Run: grade-lru_hits.sim --module FILE.so
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "tests/06-caches/interface.hpp"
#include "tests/common/warp_judge.hpp"

namespace {

// A trace of loads, where a warp's judge has lanes, and the lines of the cache, where it has bytes.
using Trace = grading::WarpOf<std::uintptr_t>;
using Mistake = grading::MistakeOf<std::uintptr_t>;

// What a cache does, right or as students build it.
struct Habits {
  std::uintptr_t line_bytes = 128, sector_bytes = 32;
  int more_lines = 0;        // than there is room for
  bool whole_lines = false;  // all sectors of a line come at once
  bool hits_refresh = true, fills_refresh = true;
  bool newest_goes = false;  // instead of the oldest
  bool counts_misses = false;
  bool a_line_a_sector = false;  // a sector takes a line's room
  bool evicts = true, starts_anew = false;
  bool direct = false;         // each line has one place
  bool keeps_sectors = false;  // of lines that have gone
  bool zero_is_none = false;   // the line at address 0 is never there
  std::size_t most_loads = ~std::size_t(0);
  std::uintptr_t kept_bits = ~std::uintptr_t(0);
};

std::vector<bool> found_by(const Trace& trace, const Habits& habits) {
  struct Line {
    std::uintptr_t number, sectors;
  };
  std::vector<Line> used;  // the oldest first
  std::vector<bool> found;
  std::map<std::uintptr_t, std::uintptr_t> had;
  const std::size_t room = std::size_t(std::max(1, trace.bytes + habits.more_lines));
  for (const std::uintptr_t whole : trace.addresses) {
    if (found.size() == habits.most_loads) break;
    const std::uintptr_t address = whole & habits.kept_bits;
    const std::uintptr_t number = address / (habits.a_line_a_sector ? habits.sector_bytes : habits.line_bytes);
    const std::uintptr_t sector = std::uintptr_t(1) << address % habits.line_bytes / habits.sector_bytes;
    auto at = std::find_if(used.begin(), used.end(), [&](const Line& line) { return line.number == number; });
    const bool there = at != used.end() && (number || !habits.zero_is_none);
    const bool hit = there && (habits.whole_lines || habits.a_line_a_sector || (at->sectors & sector));
    found.push_back(hit);
    if (habits.keeps_sectors) had[number] |= sector;
    if (there) {
      at->sectors |= sector;
      if (hit ? habits.hits_refresh : habits.fills_refresh) std::rotate(at, at + 1, used.end());
      continue;
    }
    if (habits.direct) std::erase_if(used, [&](const Line& line) { return line.number % room == number % room; });
    else if (used.size() == room && habits.starts_anew) used.clear();
    else if (used.size() == room && habits.evicts) used.erase(habits.newest_goes ? used.end() - 1 : used.begin());
    used.push_back({number, habits.keeps_sectors ? had[number] | sector : sector});
  }
  return found;
}

long hits(const Trace& trace, const Habits& habits = {}) {
  const std::vector<bool> found = found_by(trace, habits);
  const long all = std::count(found.begin(), found.end(), true);
  return habits.counts_misses ? trace.lanes() - all : all;
}

const std::vector<Mistake>& known_mistakes() {
  const auto with = [](Habits habits) { return [=](const Trace& trace) { return hits(trace, habits); }; };
  static const std::vector<Mistake> known = {
      {"It looks as if nothing were counted yet.", [](const Trace&) { return 0l; }},
      {"It looks as if misses were counted, not hits.", with({.counts_misses = true})},
      {"It looks as if a miss brought the whole line; it brings one sector, and the other three stay away until they "
       "are asked for.",
          with({.whole_lines = true})},
      {"It looks as if `lines` were a number of sectors; there is room for so many lines, with four sectors each.",
          with({.a_line_a_sector = true})},
      {"It looks as if nothing ever had to go; there is room for `lines` lines.", with({.evicts = false})},
      {"It looks as if a line that comes back still had its sectors; a line goes with all it has.",
          with({.keeps_sectors = true})},
      {"It looks as if the line went that came first; the one goes that was used longest ago, and a hit is a use.",
          with({.hits_refresh = false, .fills_refresh = false})},
      {"It looks as if a miss did not use its line where that is there already; hit or miss, a load uses its line.",
          with({.fills_refresh = false})},
      {"It looks as if a hit did not use its line; hit or miss, a load does.", with({.hits_refresh = false})},
      {"It looks as if the line went that was used last; it is the one used longest ago.", with({.newest_goes = true})},
      {"It looks as if there were room for one line less than there is.", with({.more_lines = -1})},
      {"It looks as if there were room for one line more than there is.", with({.more_lines = 1})},
      {"It looks as if all lines went at once; it is one that goes, and only when there is no room.",
          with({.starts_anew = true})},
      {"It looks as if each line had one place of its own, `number % lines`; here a line may have any.",
          with({.direct = true})},
      {"It looks as if the line at address 0 were none; it is one like any other.", with({.zero_is_none = true})},
      {"It looks as if lines had 32 bytes and one sector.", with({.line_bytes = 32})},
      {"It looks as if lines had 64 bytes; they have 128.", with({.line_bytes = 64})},
      {"It looks as if lines had 256 bytes; they have 128.", with({.line_bytes = 256})},
      {"It looks as if addresses were cut to 32 bits; a std::uintptr_t has 64.", with({.kept_bits = 0xFFFFFFFFu})},
      {"It looks as if no load behind the 65,535th were looked at; count is an int.", with({.most_loads = 65535})},
      {"It looks as if the numbers of lines were cut to 32 bits; addresses have 64, so those have 57.",
          with({.kept_bits = (std::uintptr_t(1) << 39) - 1})},
  };
  return known;
}

// --- the traces ------------------------------------------------------------------------------------------

using Random = std::mt19937_64;  // the same numbers everywhere, unlike the standard's distributions

std::uintptr_t below(Random& random, std::uintptr_t limit) { return random() % limit; }

constexpr std::uintptr_t base = 0x7f0000000000;  // as cudaMalloc aligns: the start of a line

// `passes` times over `count` addresses, `stride` apart.
Trace passes(int passes, int count, std::uintptr_t stride, int lines, std::uintptr_t start = base) {
  Trace trace{{}, lines};
  for (int pass = 0; pass < passes; ++pass)
    for (int i = 0; i < count; ++i) trace.addresses.push_back(start + std::uintptr_t(i) * stride);
  return trace;
}

// Anywhere in `range` bytes, and often where it was a moment ago.
Trace wandering(Random& random, int count, std::uintptr_t range, int lines) {
  Trace trace{{}, lines};
  for (int i = 0; i < count; ++i) {
    const bool again = i > 4 && below(random, 3) == 0;
    const std::uintptr_t back = 1 + below(random, 4), fresh = base + below(random, range);
    trace.addresses.push_back(again ? trace.addresses[std::size_t(i) - back] : fresh);
  }
  return trace;
}

const std::vector<Trace>& mixed_traces() {
  static const std::vector<Trace> traces = [] {
    std::vector<Trace> all;
    Random random(5);
    for (const int lines : {1, 2, 3, 5, 8})
      for (int i = 0; i < 30; ++i) all.push_back(wandering(random, 60, std::uintptr_t(lines) * 256, lines));
    for (int i = 0; i < 10; ++i) {
      all.push_back(wandering(random, 60, 1024, 2));
      for (std::uintptr_t& address : all.back().addresses) address += below(random, 2) << (i % 2 ? 39 : 32);
    }
    return all;
  }();
  return traces;
}

// --- the verdict -----------------------------------------------------------------------------------------

std::string hex(std::uintptr_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

class Judge : public grading::WarpJudge<std::uintptr_t> {
 public:
  Judge() : WarpJudge(harness::submission().function<Function>("lru_hits"), "lru_hits") {}

 private:
  int right_answer(const Trace& trace) const override { return int(hits(trace)); }
  const std::vector<Mistake>& mistakes() const override { return known_mistakes(); }
  const std::vector<Trace>& mixture() const override { return mixed_traces(); }
  const std::vector<std::uintptr_t>& units() const override {
    static const std::vector<std::uintptr_t> all = {1024, 128, 32};
    return all;
  }
  std::vector<int> widths_below(int lines) const override {
    std::vector<int> fewer;
    for (int less = 1; less < lines && less < 8; ++less) fewer.push_back(less);
    return fewer;
  }
  std::string length() const override { return "count"; }
  std::pair<std::uintptr_t, std::uintptr_t> behind_last(const Trace& trace) const override {
    return {trace.addresses.back(), trace.addresses.front() + (1 << 20)};  // a hit, and a miss
  }

  std::string words(const Trace& trace) const override {
    constexpr std::size_t shown = 8;
    const std::vector<bool> found = found_by(trace, {});
    std::string list, fate;
    for (std::size_t i = 0; i < std::min(shown, found.size()); ++i) {
      list += (list.empty() ? "" : ", ") + hex(trace.addresses[i]);
      fate += std::string(fate.empty() ? "" : ", ") + (found[i] ? "hit" : "miss");
    }
    const char* more = found.size() > shown ? ", …" : "";
    return "lru_hits({" + list + more + "}, count = " + std::to_string(trace.lanes()) +
           ", lines = " + std::to_string(trace.bytes) + ") returned " + std::to_string(answer(trace)) + ", but " +
           std::to_string(right_answer(trace)) + " is right: " + fate + more + ".";
  }
};

TEST(Correctness, OneLoad) {
  Judge judge;
  for (std::uintptr_t offset = 0; offset < 256; ++offset) judge.expect({{base + offset}, 1});
  judge.conclude();
}

TEST(Correctness, TheSameSectorAgain) {
  Judge judge;
  for (int times = 2; times < 40; ++times)
    for (const std::uintptr_t start : {0, 31, 32, 127}) judge.expect(passes(times, 1, 0, 1, base + start));
  judge.conclude();
}

TEST(Correctness, SectorsOfALine) {
  Judge judge;
  for (const int times : {1, 2, 3})
    for (const std::uintptr_t stride : {1, 4, 8, 16, 31, 32}) judge.expect(passes(times, int(128 / stride), stride, 1));
  judge.conclude();
}

TEST(Correctness, AddressesFromZero) {
  Judge judge;
  for (const int lines : {1, 2, 3})
    for (const std::uintptr_t stride : {1, 32, 96, 128}) judge.expect(passes(2, 3, stride, lines, 0));
  judge.conclude();
}

// Down a column of a matrix, and back beside it: what a transpose asks for.
TEST(Correctness, Columns) {
  Judge judge;
  for (const int rows : {2, 8, 32, 200})
    for (const int cols : {1, 4, 8, 9, 32}) {
      Trace trace{{}, 256};
      for (int col = 0; col < cols; ++col)
        for (int row = 0; row < rows; ++row) trace.addresses.push_back(base + std::uintptr_t(4 * (col + 1024 * row)));
      judge.expect(trace);
    }
  judge.conclude();
}

TEST(Correctness, FarApart) {
  Judge judge;
  Random random(harness::seed() + 2);
  for (int i = 0; i < 300; ++i) {
    Trace trace = wandering(random, 40, 2048, 64);
    for (std::uintptr_t& address : trace.addresses) address += below(random, 3) << (i % 2 ? 39 : 32);
    judge.expect(trace);
  }
  judge.conclude();
}

TEST(Correctness, SameAddressesAgain) {
  Judge judge;
  Random random(harness::seed() + 5);
  judge.expect_nothing_remembered([&] { return wandering(random, 33, 4096, 4); });
}

TEST(Eviction, OneLine) {
  Judge judge;
  for (const std::uintptr_t stride : {32, 64, 128, 160})
    for (const int count : {2, 3, 5, 17}) judge.expect(passes(3, count, stride, 1));
  judge.conclude();
}

// Twice over what just fits, and over one line more.
TEST(Eviction, TwiceOver) {
  Judge judge;
  for (const int lines : {1, 2, 3, 4, 7, 64})
    for (const int count : {lines - 1, lines, lines + 1, 2 * lines})
      for (const std::uintptr_t stride : {128, 384})
        if (count > 0) judge.expect(passes(2, count, stride, lines));
  judge.conclude();
}

TEST(Eviction, UsedAgain) {
  Judge judge;
  Random random(harness::seed());
  for (const int lines : {2, 3, 4, 6})
    for (int i = 0; i < 200; ++i) judge.expect(wandering(random, 30, std::uintptr_t(lines) * 320, lines));
  judge.conclude();
}

TEST(Eviction, Drawn) {
  Judge judge;
  Random random(harness::seed() + 1);
  for (int i = 0; i < 300; ++i) {
    const int lines = 1 + int(below(random, 24));
    const std::uintptr_t range = 64 + below(random, 256 * std::uintptr_t(lines));
    judge.expect(wandering(random, 1 + int(below(random, 200)), range, lines));
  }
  judge.conclude();
}

// As many lines as an L1 of 256 KiB has, and more.
TEST(Eviction, AsLargeAsL1) {
  Judge judge;
  judge.expect(passes(2, 2048, 128, 2048));
  judge.expect(passes(2, 2049, 128, 2048));
  judge.expect(passes(2, 4096, 128, 4096));
  Random random(harness::seed() + 3);
  judge.expect(wandering(random, 6000, 3000 * 128, 2048));
  judge.conclude();
}

// Longer than 16 bits can count. All lines but one are used again and again, and what is new in between is not: whose clock
// begins anew takes the lines used last for the oldest, and misses them, where a mixed trace may have as many hits by chance.
TEST(Eviction, LongTrace) {
  Judge judge;
  Random random(harness::seed() + 4);
  judge.expect(wandering(random, 70'000, 40 * 128, 16));
  Trace trace{{}, 16};
  for (std::uintptr_t fresh = 16; trace.lanes() < 80'000; ++fresh)
    for (std::uintptr_t line = 0; line < 16; ++line) trace.addresses.push_back(base + 128 * (line < 15 ? line : fresh));
  judge.expect(trace);
  judge.conclude();
}

}  // namespace
