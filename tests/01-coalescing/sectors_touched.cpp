// Grades the lab sectors_touched: agreement with the simulator's own count, on every kind of warp.
// Run: grade-sectors_touched.sim --module FILE.so
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "simt/simt.hpp"
#include "tests/01-coalescing/interface.hpp"

namespace {

struct Warp {
  std::vector<std::uintptr_t> addresses;
  int bytes = 4;
  int lanes() const { return int(addresses.size()); }
};

int right_answer(const Warp& warp) {
  std::array<std::uint64_t, 32> address{};
  std::copy(warp.addresses.begin(), warp.addresses.end(), address.begin());
  const std::uint32_t active = warp.lanes() == 32 ? ~0u : (1u << warp.lanes()) - 1;
  return simt::count_sectors(address.data(), active, warp.bytes);
}

// --- what it did instead ---------------------------------------------------------------------------------

struct Mistake {
  const char* words;
  std::function<long(const Warp&)> count;
};

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

const std::vector<Mistake>& mistakes() {
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
      {"It looks as if addresses were cut to 32 bits; a std::uintptr_t has 64.",
       [](const Warp& w) {
         Warp cut = w;
         for (std::uintptr_t& address : cut.addresses) address &= 0xFFFFFFFFu;
         return distinct(all_pieces(cut, 32));
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
const std::vector<Warp>& mixture() {
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

// Judges many warps, and fails the test with the smallest one that can be found to come out wrong.
class Judge {
 public:
  void expect(const Warp& warp) {
    ++tried_;
    Handed handed(warp);
    const int answer = ask(warp, handed);
    if (handed.changed(warp)) return complain_once("the addresses were changed; they are const, and the caller's.");
    if (answer == right_answer(warp)) return;
    if (ask(warp, Handed(warp)) != answer) return complain_once(two_answers);
    if (ask(warp, Handed(warp, 0)) != answer)
      return complain_once("the answer depends on what lies behind the last address: there are `lanes` of them, " +
                           std::to_string(warp.lanes()) + " in a call with lanes = " + std::to_string(warp.lanes()) +
                           ", and no more may be looked at.");
    wrong_.push_back(warp);
    answers_.push_back(answer);
  }

  ~Judge() { conclude(); }

 private:
  void conclude() {
    if (wrong_.empty()) return;
    if (answer(wrong_.front()) != answers_.front()) return complain_once(two_answers);
    const Warp smallest = shrunk(*std::min_element(wrong_.begin(), wrong_.end(), [](const Warp& a, const Warp& b) {
      return a.lanes() < b.lanes();
    }));
    ADD_FAILURE() << words(smallest) << " " << explanation() << wrong_.size() << " of " << tried_
                  << " warps of this kind come out wrong.";
  }

  static constexpr const char* two_answers =
      "asked about the same addresses again, sectors_touched gives another answer. Is something kept from call to call, "
      "in a static variable?";

  // What the submission is given: the addresses and behind them, where nobody may look, 64 copies of one more, that
  // many bytes from the first.
  struct Handed {
    std::vector<std::uintptr_t> values;

    explicit Handed(const Warp& warp, std::uintptr_t distance = 1 << 20) : values(warp.addresses) {
      values.resize(values.size() + 64, values.front() + distance);
    }
    bool changed(const Warp& warp) const {
      return !std::equal(warp.addresses.begin(), warp.addresses.end(), values.begin());
    }
  };

  int ask(const Warp& warp, const Handed& handed) const {
    return function_(handed.values.data(), warp.lanes(), warp.bytes);
  }
  int answer(const Warp& warp) const { return ask(warp, Handed(warp)); }
  bool fails(const Warp& warp) const { return answer(warp) != right_answer(warp); }

  void complain_once(const std::string& sentence) {
    if (!complained_) ADD_FAILURE() << sentence;
    complained_ = true;
  }

  // Drops lanes, moves addresses down by whole kilobytes and sectors, narrows the access: while it still fails.
  Warp shrunk(Warp warp) const {
    const auto keep = [&](Warp smaller) {
      if (!fails(smaller)) return false;
      warp = std::move(smaller);
      return true;
    };
    for (bool smaller = true; smaller;) {
      smaller = false;
      for (std::size_t lane = 0; lane < warp.addresses.size() && warp.lanes() > 1;) {
        Warp fewer = warp;
        fewer.addresses.erase(fewer.addresses.begin() + std::ptrdiff_t(lane));
        if (keep(fewer)) smaller = true;
        else ++lane;
      }
      const std::uintptr_t lowest = *std::min_element(warp.addresses.begin(), warp.addresses.end());
      for (const std::uintptr_t unit : {std::uintptr_t{1024}, std::uintptr_t{128}, std::uintptr_t{32}}) {
        Warp lower = warp;
        for (std::uintptr_t& address : lower.addresses) address -= lowest / unit * unit;
        if (lowest >= unit && keep(lower)) {
          smaller = true;
          break;
        }
      }
      for (int bytes = 1; bytes < warp.bytes; ++bytes)
        if (keep({warp.addresses, bytes})) smaller = true;
    }
    return warp;
  }

  std::string words(const Warp& warp) const {
    std::string list;
    for (const std::uintptr_t address : warp.addresses) list += (list.empty() ? "" : ", ") + hex(address);
    const int right = right_answer(warp);
    return "sectors_touched({" + list + "}, lanes = " + std::to_string(warp.lanes()) + ", bytes = " +
           std::to_string(warp.bytes) + ") returned " + std::to_string(answer(warp)) + ", but " + std::to_string(right) +
           (right == 1 ? " sector is touched: " : " sectors are touched: ") + touched(warp) + ".";
  }

  // "lane 0: 0x1e to 0x21, sectors 0 and 1", for the first few lanes. A sector's number is its address / 32.
  static std::string touched(const Warp& warp) {
    constexpr int shown = 4;
    std::string text;
    for (int lane = 0; lane < std::min(warp.lanes(), shown); ++lane) {
      const std::uintptr_t first = warp.addresses[std::size_t(lane)], last = first + std::uintptr_t(warp.bytes - 1);
      text += (lane == 0 ? "lane " : "; lane ") + std::to_string(lane) + " asks for bytes " + hex(first) + " to " +
              hex(last) + ", in sector" +
              (first / 32 == last / 32 ? " " + hex(first / 32) : "s " + hex(first / 32) + " and " + hex(last / 32));
    }
    return warp.lanes() > shown ? text + "; …" : text;
  }

  // A known mistake that gives the very same answers, here and on a mixture of warps.
  std::string explanation() const {
    for (const Mistake& mistake : mistakes()) {
      const auto same = [&](const Warp& warp) { return mistake.count(warp) == answer(warp); };
      if (std::all_of(wrong_.begin(), wrong_.end(), same) && std::all_of(mixture().begin(), mixture().end(), same))
        return std::string(mistake.words) + " ";
    }
    return "";
  }

  decltype(sectors_touched)* function_ = harness::submission().function<decltype(sectors_touched)>("sectors_touched");
  std::vector<Warp> wrong_;
  std::vector<int> answers_;  // to wrong_, when first asked
  int tried_ = 0;
  bool complained_ = false;
};

TEST(Correctness, OneLane) {
  Judge judge;
  for (int bytes = 1; bytes <= 16; ++bytes)
    for (std::uintptr_t offset = 0; offset < 64; ++offset) judge.expect({{base + offset}, bytes});
}

TEST(Correctness, NeighbouringLanes) {
  Judge judge;
  for (const int bytes : {1, 2, 4, 8, 16})
    for (int lanes = 1; lanes <= 32; ++lanes) judge.expect(strided(base, bytes, lanes, bytes));
}

TEST(Correctness, ShiftedStart) {
  Judge judge;
  for (const int bytes : {1, 2, 4, 8, 16})
    for (std::uintptr_t shift = 1; shift < 32; ++shift) judge.expect(strided(base + shift, bytes, 32, bytes));
}

TEST(Correctness, AllLanesAtOneAddress) {
  Judge judge;
  for (int bytes = 1; bytes <= 16; ++bytes)
    for (std::uintptr_t offset = 0; offset < 32; ++offset) judge.expect(strided(base + offset, 0, 32, bytes));
}

TEST(Correctness, Strides) {
  Judge judge;
  for (const int bytes : {1, 2, 4, 8, 16})
    for (std::intptr_t stride = 0; stride <= 300; ++stride) judge.expect(strided(base, stride, 32, bytes));
}

TEST(Correctness, DescendingLanes) {
  Judge judge;
  for (const int bytes : {1, 4, 7, 16})
    for (std::intptr_t stride = 1; stride <= 130; ++stride) judge.expect(strided(base + 8192, -stride, 32, bytes));
}

TEST(Correctness, OddWidths) {
  Judge judge;
  for (int bytes = 1; bytes <= 16; ++bytes)
    for (int lanes = 1; lanes <= 32; ++lanes) judge.expect(strided(base + std::uintptr_t(lanes), bytes, lanes, bytes));
}

TEST(Correctness, RandomOrder) {
  Judge judge;
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    Warp warp = strided(base + 4 * below(random, 64), 4 * std::intptr_t(below(random, 9)), 32, 4);
    for (std::size_t lane = 31; lane > 0; --lane) std::swap(warp.addresses[lane], warp.addresses[below(random, lane + 1)]);
    judge.expect(warp);
  }
}

TEST(Correctness, Scattered) {
  Judge judge;
  Random random(2);
  for (const std::uintptr_t range : {16, 64, 256, 1024, 65536})
    for (int i = 0; i < 1000; ++i) judge.expect(scattered(random, base, range));
}

TEST(Correctness, FarApart) {
  Judge judge;
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    Warp warp = scattered(random, base, 256);
    for (std::uintptr_t& address : warp.addresses) address += below(random, 3) << 32;
    judge.expect(warp);
  }
}

TEST(Correctness, EndsOfTheAddressSpace) {
  Judge judge;
  Random random(4);
  for (int bytes = 1; bytes <= 16; ++bytes)  // the last access ends with the last byte there is
    for (int lanes = 1; lanes <= 32; ++lanes) {
      judge.expect(strided(std::uintptr_t(-bytes), -bytes, lanes, bytes));
      judge.expect(strided(0, bytes, lanes, bytes));
    }
  for (int i = 0; i < 1000; ++i) judge.expect(scattered(random, std::uintptr_t(-1024), 1024 - 15));
}

}  // namespace
