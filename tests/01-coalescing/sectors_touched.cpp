// Grades the lab sectors_touched: agreement with the simulator's own count, on every kind of warp.
// Run: grade-sectors_touched.sim --module FILE.so
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "simt/simt.hpp"  // the oracle: count_sectors
#include "tests/01-coalescing/interface.hpp"
#include "tests/common/warp_judge.hpp"

namespace {

using Warp = grading::WarpOf<std::uintptr_t>;
using Mistake = grading::MistakeOf<std::uintptr_t>;

int right_answer(const Warp& warp) { return simt::count_sectors(warp.of_32_lanes().data(), warp.active(), warp.bytes); }

// --- what it did instead ---------------------------------------------------------------------------------

long distinct(std::vector<std::uintptr_t> values) {
  std::sort(values.begin(), values.end());
  return std::unique(values.begin(), values.end()) - values.begin();
}

std::vector<std::uintptr_t> first_pieces(const Warp& warp, std::uintptr_t size, std::uintptr_t origin = 0) {
  std::vector<std::uintptr_t> pieces;
  for (const std::uintptr_t address : warp.addresses) pieces.push_back((address - origin) / size);
  return pieces;
}

// Every piece of `size` bytes that a lane touches, lane after lane; what several lanes touch comes several times.
std::vector<std::uintptr_t> all_pieces(const Warp& warp, std::uintptr_t size, std::uintptr_t origin = 0) {
  std::vector<std::uintptr_t> pieces;
  for (const std::uintptr_t address : warp.addresses)
    for (int byte = 0; byte < warp.bytes; ++byte) {
      const std::uintptr_t piece = (address - origin + std::uintptr_t(byte)) / size;
      if (byte == 0 || pieces.back() != piece) pieces.push_back(piece);
    }
  return pieces;
}

const std::vector<Mistake>& known_mistakes() {
  static const std::vector<Mistake> known = {
      {"It looks as if nothing were counted yet.", [](const Warp&) { return 0l; }},
      {"It looks as if only each lane's first byte were looked at; an access may straddle a border.",
          [](const Warp& w) { return distinct(first_pieces(w, 32)); }},
      {"It looks as if a sector were counted again for each lane that touches it; the warp fetches it once.",
          [](const Warp& w) { return long(all_pieces(w, 32).size()); }},
      {"It looks as if every lane counted as one sector.", [](const Warp& w) { return long(w.lanes()); }},
      {"It looks as if only a repetition by the very next lane were noticed; lanes come in any order.",
          [](const Warp& w) {
            auto pieces = all_pieces(w, 32);
            return long(std::unique(pieces.begin(), pieces.end()) - pieces.begin());
          }},
      {"It looks as if sectors between the lowest and the highest address were counted that no lane touches.",
          [](const Warp& w) {
            const auto [low, high] = std::minmax_element(w.addresses.begin(), w.addresses.end());
            return long((*high + (w.bytes - 1)) / 32 - *low / 32 + 1);
          }},
      {"It looks as if the bytes were added up and divided by 32; that is the ideal, not what is touched.",
          [](const Warp& w) { return (long(w.lanes()) * w.bytes + 31) / 32; }},
      {"It looks as if sectors were counted from the first lane's address on; they start at multiples of 32.",
          [](const Warp& w) { return distinct(all_pieces(w, 32, w.addresses.front())); }},
      {"It looks as if lines of 128 bytes were counted; a sector has 32.",
          [](const Warp& w) { return distinct(all_pieces(w, 128)); }},
      {"It looks as if each access were taken to end at addresses[i] + bytes; its last byte is one before that.",
          [](const Warp& w) { return distinct(all_pieces({w.addresses, w.bytes + 1}, 32)); }},
      {"It looks as if a second sector were looked for only where the address is no multiple of the width; an access "
       "may straddle a border all the same.",
          [](const Warp& w) {
            Warp aligned = w;
            std::vector<std::uintptr_t> pieces = first_pieces(w, 32);
            std::erase_if(
                aligned.addresses, [&](std::uintptr_t address) { return address % std::uintptr_t(w.bytes) == 0; });
            if (!aligned.addresses.empty())
              for (const std::uintptr_t piece : all_pieces(aligned, 32)) pieces.push_back(piece);
            return distinct(pieces);
          }},
      {"It looks as if addresses were cut to 32 bits; a std::uintptr_t has 64.",
          [](const Warp& w) {
            Warp cut = w;
            for (std::uintptr_t& address : cut.addresses) address &= 0xFFFFFFFFu;
            return distinct(all_pieces(cut, 32));
          }},
      {"It looks as if the numbers of sectors were cut to 32 bits; an address / 32 has up to 59.",
          [](const Warp& w) {
            std::vector<std::uintptr_t> pieces = all_pieces(w, 32);
            for (std::uintptr_t& piece : pieces) piece &= 0xFFFFFFFFu;
            return distinct(pieces);
          }},
  };
  return known;
}

// --- the warps -------------------------------------------------------------------------------------------

using Random = std::mt19937_64;  // the same numbers everywhere, unlike the standard's distributions

std::uintptr_t below(Random& random, std::uintptr_t limit) { return random() % limit; }

Warp strided(std::uintptr_t start, std::intptr_t stride, int lanes, int bytes) {
  Warp warp{{}, bytes};
  for (int lane = 0; lane < lanes; ++lane) warp.addresses.push_back(start + std::uintptr_t(stride * lane));
  return warp;
}

Warp scattered(Random& random, std::uintptr_t start, std::uintptr_t range) {
  Warp warp{{}, int(1 + below(random, 16))};
  for (int lanes = int(1 + below(random, 32)); lanes > 0; --lanes)
    warp.addresses.push_back(start + below(random, range));
  return warp;
}

constexpr std::uintptr_t base = 0x7f0000000000;  // as cudaMalloc aligns: the start of a sector

// A bit of everything ordinary: two mistakes that agree on one kind of warp differ here.
const std::vector<Warp>& mixed_warps() {
  static const std::vector<Warp> warps = [] {
    std::vector<Warp> all;
    Random random(5);
    for (const std::uintptr_t range : {16, 64, 512, 4096})
      for (int i = 0; i < 50; ++i) all.push_back(scattered(random, base, range));
    for (const std::intptr_t stride : {1, 4, 16, 24, 32, 48, 128, -4, -32})
      for (const std::uintptr_t shift : {0, 4, 31}) all.push_back(strided(base + 8192 + shift, stride, 32, 4));
    return all;
  }();
  return warps;
}

// --- the verdict -----------------------------------------------------------------------------------------

std::string hex(std::uintptr_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

class Judge : public grading::WarpJudge<std::uintptr_t> {
 public:
  Judge() : WarpJudge(harness::submission().function<Function>("sectors_touched"), "sectors_touched") {}

 private:
  int right_answer(const Warp& warp) const override { return ::right_answer(warp); }
  const std::vector<Mistake>& mistakes() const override { return known_mistakes(); }
  const std::vector<Warp>& mixture() const override { return mixed_warps(); }
  const std::vector<std::uintptr_t>& units() const override {
    static const std::vector<std::uintptr_t> all = {1024, 128, 32};
    return all;
  }
  std::vector<int> widths_below(int bytes) const override {
    std::vector<int> widths;
    for (int width = 1; width < bytes; ++width) widths.push_back(width);
    return widths;
  }

  std::string words(const Warp& warp) const override {
    std::string list;
    for (const std::uintptr_t address : warp.addresses) list += (list.empty() ? "" : ", ") + hex(address);
    const int right = right_answer(warp);
    return "sectors_touched({" + list + "}, lanes = " + std::to_string(warp.lanes()) +
           ", bytes = " + std::to_string(warp.bytes) + ") returned " + std::to_string(answer(warp)) + ", but " +
           std::to_string(right) + (right == 1 ? " sector is touched: " : " sectors are touched: ") + touched(warp) +
           ".";
  }

  // "lane 0: 0x1e to 0x21, sectors 0 and 1", for the first few lanes. A sector's number is its address / 32.
  static std::string touched(const Warp& warp) {
    constexpr int shown = 2;
    std::string text;
    for (int lane = 0; lane < std::min(warp.lanes(), shown); ++lane) {
      const std::uintptr_t first = warp.addresses[std::size_t(lane)], last = first + std::uintptr_t(warp.bytes - 1);
      text += (lane == 0 ? "lane " : "; lane ") + std::to_string(lane) + " asks for bytes " + hex(first) + " to " +
              hex(last) + ", in sector" +
              (first / 32 == last / 32 ? " " + hex(first / 32) : "s " + hex(first / 32) + " and " + hex(last / 32));
    }
    return warp.lanes() > shown ? text + "; …" : text;
  }
};

TEST(Correctness, OneLane) {
  Judge judge;
  for (int bytes = 1; bytes <= 16; ++bytes)
    for (std::uintptr_t offset = 0; offset < 64; ++offset) judge.expect({{base + offset}, bytes});
  judge.conclude();
}

TEST(Correctness, NeighbouringLanes) {
  Judge judge;
  for (const int bytes : {1, 2, 4, 8, 16})
    for (int lanes = 1; lanes <= 32; ++lanes) judge.expect(strided(base, bytes, lanes, bytes));
  judge.conclude();
}

TEST(Correctness, ShiftedStart) {
  Judge judge;
  for (const int bytes : {1, 2, 4, 8, 16})
    for (std::uintptr_t shift = 1; shift < 32; ++shift) judge.expect(strided(base + shift, bytes, 32, bytes));
  judge.conclude();
}

TEST(Correctness, AllLanesAtOneAddress) {
  Judge judge;
  for (int bytes = 1; bytes <= 16; ++bytes)
    for (std::uintptr_t offset = 0; offset < 32; ++offset) judge.expect(strided(base + offset, 0, 32, bytes));
  judge.conclude();
}

TEST(Correctness, Strides) {
  Judge judge;
  for (const int bytes : {1, 2, 4, 8, 16})
    for (std::intptr_t stride = 0; stride <= 300; ++stride) judge.expect(strided(base, stride, 32, bytes));
  judge.conclude();
}

TEST(Correctness, DescendingLanes) {
  Judge judge;
  for (const int bytes : {1, 4, 7, 16})
    for (std::intptr_t stride = 1; stride <= 130; ++stride) judge.expect(strided(base + 8192, -stride, 32, bytes));
  judge.conclude();
}

TEST(Correctness, OddWidths) {
  Judge judge;
  for (int bytes = 1; bytes <= 16; ++bytes)
    for (int lanes = 1; lanes <= 32; ++lanes) judge.expect(strided(base + std::uintptr_t(lanes), bytes, lanes, bytes));
  judge.conclude();
}

TEST(Correctness, RandomOrder) {
  Judge judge;
  Random random(harness::seed());
  for (int i = 0; i < 2000; ++i) {
    // One draw a statement: of two arguments each processor's compiler evaluates another one first.
    const auto stride = 4 * std::intptr_t(below(random, 9));
    Warp warp = strided(base + 4 * below(random, 64), stride, 32, 4);
    for (std::size_t lane = 31; lane > 0; --lane)
      std::swap(warp.addresses[lane], warp.addresses[below(random, lane + 1)]);
    judge.expect(warp);
  }
  judge.conclude();
}

TEST(Correctness, Scattered) {
  Judge judge;
  Random random(harness::seed() + 1);
  for (const std::uintptr_t range : {16, 64, 256, 1024, 65536})
    for (int i = 0; i < 1000; ++i) judge.expect(scattered(random, base, range));
  judge.conclude();
}

TEST(Correctness, FarApart) {
  Judge judge;
  Random random(harness::seed() + 2);
  for (int i = 0; i < 1000; ++i) {
    Warp warp = scattered(random, base, 256);
    for (std::uintptr_t& address : warp.addresses) address += below(random, 3) << (32 + i % 30);
    judge.expect(warp);
  }
  judge.conclude();
}

TEST(Correctness, SameAddressesAgain) {
  Judge judge;
  Random random(harness::seed() + 5);
  judge.expect_nothing_remembered([&] {
    Warp warp = scattered(random, base, 4096);
    warp.addresses.resize(17, base);
    warp.bytes = 4;
    return warp;
  });
}

TEST(Correctness, EndsOfTheAddressSpace) {
  Judge judge;
  Random random(harness::seed() + 3);
  for (int bytes = 1; bytes <= 16; ++bytes)  // the last access ends with the last byte there is
    for (int lanes = 1; lanes <= 32; ++lanes) {
      judge.expect(strided(std::uintptr_t(-bytes), -bytes, lanes, bytes));
      judge.expect(strided(0, bytes, lanes, bytes));
    }
  for (int i = 0; i < 1000; ++i) judge.expect(scattered(random, std::uintptr_t(-1024), 1024 - 15));
  judge.conclude();
}

}  // namespace
