// Grades the lab bank_conflict_degree: agreement with the simulator on every kind of warp, and with what an H200
// counted. Run: grade-bank_conflict_degree.sim --module FILE.so
#include <array>
#include <cstdint>
#include <fstream>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "simt/simt.hpp"
#include "tests/02-bank-conflicts/interface.hpp"
#include "tests/common/warp_judge.hpp"

namespace {

using Warp = grading::WarpOf<std::uint32_t>;
using Mistake = grading::MistakeOf<std::uint32_t>;

int simulated(const Warp& warp) { return simt::count_wavefronts(warp.of_32_lanes().data(), warp.active(), warp.bytes); }

// --- what it did instead ---------------------------------------------------------------------------------

// A way to count the passes for lanes [first, end) of a warp.
using Passes = std::function<long(const Warp&, int first, int end)>;

long distinct_in_busiest_bank(const Warp& warp, int first, int end, std::uint32_t bank_bytes, std::uint32_t banks) {
  std::map<std::uint32_t, std::set<std::uint32_t>> wanted;
  std::size_t most = 0;
  for (int lane = first; lane < end; ++lane)
    for (std::uint32_t byte = 0; byte < std::uint32_t(warp.bytes); byte += std::min(bank_bytes, 4u)) {
      const std::uint32_t word = (warp.addresses[std::size_t(lane)] + byte) / bank_bytes;
      wanted[word % banks].insert(word);
      most = std::max(most, wanted[word % banks].size());
    }
  return long(most);
}

long passes(const Warp& warp, int first, int end) { return distinct_in_busiest_bank(warp, first, end, 4, 32); }

long lanes_at_busiest_bank(const Warp& warp, int first, int end) {
  std::map<std::uint32_t, long> wanted;
  long most = 0;
  for (int lane = first; lane < end; ++lane)
    for (int byte = 0; byte < warp.bytes; byte += 4)
      most = std::max(most, ++wanted[(warp.addresses[std::size_t(lane)] + std::uint32_t(byte)) / 4 % 32]);
  return most;
}

bool in_pairs(const Warp& warp, int first, int end, int apart) {
  for (int lane = first; lane < end; ++lane)
    if ((lane ^ apart) < end && warp.addresses[std::size_t(lane)] != warp.addresses[std::size_t(lane ^ apart)])
      return false;
  return true;
}

// Group by group, two together where lanes share addresses in pairs, if the student thinks of that.
long by_groups(const Warp& warp, const Passes& count, bool pairs, bool busiest = false,
    const std::vector<int>& partners = {1, 2}, bool whole_only = false, bool first_only = false) {
  const int group = 128 / warp.bytes;
  std::vector<long> each;
  for (int first = 0; first < warp.lanes(); first += 2 * group) {
    const int middle = std::min(first + group, warp.lanes()), end = std::min(first + 2 * group, warp.lanes());
    const bool agree = std::any_of(partners.begin(), partners.end(),
        [&](int apart) { return in_pairs(warp, first, first_only ? middle : end, apart); });
    if (pairs && agree && (!whole_only || end == first + 2 * group) && count(warp, first, end) == 1) {
      each.push_back(1);
    } else {
      each.push_back(count(warp, first, middle));
      if (middle < end) each.push_back(count(warp, middle, end));
    }
  }
  return busiest ? *std::max_element(each.begin(), each.end()) : std::accumulate(each.begin(), each.end(), 0l);
}

const std::vector<Mistake>& known_mistakes() {
  static const std::vector<Mistake> known = [] {
    std::vector<Mistake> all = {
        {"It looks as if nothing were counted yet.", [](const Warp&) { return 0l; }},
        {"It looks as if the conflicts were counted, which is one less than the passes.",
            [](const Warp& w) { return simulated(w) - 1l; }},
        {"It looks as if 8 and 16 bytes a lane were served for the whole warp at once; it goes by halves and quarters.",
            [](const Warp& w) { return passes(w, 0, w.lanes()); }},
        {"It looks as if groups were never served together; two whose lanes share addresses in pairs are, if one pass "
         "is enough for both.",
            [](const Warp& w) { return by_groups(w, passes, false); }},
        {"It looks as if lanes two apart were never looked at; they share a pass like neighbours.",
            [](const Warp& w) { return by_groups(w, passes, true, false, {1}); }},
        {"It looks as if groups were served together only where all their lanes take part; a lane whose partner takes "
         "no part is no obstacle.",
            [](const Warp& w) { return by_groups(w, passes, true, false, {1, 2}, true); }},
        {"It looks as if lane i and lane i ^ 3 were partners, too; only i ^ 1 and i ^ 2 are.",
            [](const Warp& w) { return by_groups(w, passes, true, false, {1, 2, 3}); }},
        {"It looks as if only one of two groups were asked whether its lanes share addresses in pairs; both must.",
            [](const Warp& w) { return by_groups(w, passes, true, false, {1, 2}, false, true); }},
        {"It looks as if every lane counted as one pass.", [](const Warp& w) { return long(w.lanes()); }},
    };
    for (const bool pairs : {true, false}) {
      const auto add = [&](const char* words, const Passes& count, bool busiest = false) {
        all.push_back({words, [=](const Warp& w) { return by_groups(w, count, pairs, busiest); }});
      };
      add("It looks as if two lanes that want the same word were counted as two; one pass gives it to both.",
          lanes_at_busiest_bank);
      add("It looks as if only the busiest half or quarter counted; they are served one after the other, so add them "
          "up.",
          passes, true);
      add("It looks as if a bank were taken to be 8 bytes wide; it is 4.",
          [](const Warp& w, int first, int end) { return distinct_in_busiest_bank(w, first, end, 8, 32); });
      add("It looks as if there were 16 banks; there are 32.",
          [](const Warp& w, int first, int end) { return distinct_in_busiest_bank(w, first, end, 4, 16); });
      add("It looks as if the bank were taken from the byte offset; divide by 4 first.",
          [](const Warp& w, int first, int end) { return distinct_in_busiest_bank(w, first, end, 1, 32); });
    }
    return all;
  }();
  return known;
}

// --- the warps -------------------------------------------------------------------------------------------

using Random = std::mt19937;

// `pattern` gives the element that a lane loads.
template <typename Pattern>
Warp warp_of(int lanes, int bytes, Pattern pattern) {
  Warp warp{{}, bytes};
  for (int lane = 0; lane < lanes; ++lane)
    warp.addresses.push_back(std::uint32_t(pattern(std::uint32_t(lane))) * std::uint32_t(bytes));
  return warp;
}

// The lane's number without the `partner` bit (or bits): those that share it, share an element.
std::uint32_t packed(std::uint32_t lane, std::uint32_t partner) {
  std::uint32_t number = 0, place = 0;
  for (int bit = 0; bit < 5; ++bit)
    if (!(partner >> bit & 1)) number |= (lane >> bit & 1) << place++;
  return number;
}

// Lanes whose numbers differ only in `partner` bits load the same element; which one is left to chance.
Warp by_chance(Random& random, int lanes, int bytes, std::uint32_t range, std::uint32_t partner) {
  std::array<std::uint32_t, 32> drawn;
  for (std::uint32_t& value : drawn) value = random() % range;
  return warp_of(lanes, bytes, [&](std::uint32_t lane) { return drawn[lane & ~partner]; });
}

const std::vector<Warp>& mixed_warps() {
  static const std::vector<Warp> warps = [] {
    std::vector<Warp> all;
    Random random(5);
    for (const int bytes : {4, 8, 16})
      for (const std::uint32_t range : {4, 40, 400})
        for (const std::uint32_t partner : {0, 0, 1, 2})
          for (int i = 0; i < 10; ++i) all.push_back(by_chance(random, 1 + int(random() % 32), bytes, range, partner));
    return all;
  }();
  return warps;
}

// --- the verdict -----------------------------------------------------------------------------------------

class Judge : public grading::WarpJudge<std::uint32_t> {
 public:
  Judge() : WarpJudge(harness::submission().function<Function>("wavefronts"), "wavefronts") {}

 private:
  int right_answer(const Warp& warp) const override { return simulated(warp); }
  const std::vector<Mistake>& mistakes() const override { return known_mistakes(); }
  const std::vector<Warp>& mixture() const override { return mixed_warps(); }
  const std::vector<std::uint32_t>& units() const override {
    static const std::vector<std::uint32_t> all = {1024, 128};
    return all;
  }
  std::vector<int> widths_below(int bytes) const override {
    return bytes == 16 ? std::vector<int>{8, 4} : bytes == 8 ? std::vector<int>{4} : std::vector<int>{};
  }

  std::string words(const Warp& warp) const override {
    std::string list;
    for (const std::uint32_t offset : warp.addresses) list += (list.empty() ? "" : ", ") + std::to_string(offset);
    const int right = simulated(warp);
    return "wavefronts({" + list + "}, lanes = " + std::to_string(warp.lanes()) +
           ", bytes = " + std::to_string(warp.bytes) + ") returned " + std::to_string(answer(warp)) +
           ", but shared memory takes " + std::to_string(right) + (right == 1 ? " pass. " : " passes. ") + banks(warp);
  }

  // "lane 0 wants word 0 (bank 0); lane 1 …", for the first few lanes.
  static std::string banks(const Warp& warp) {
    const int shown = warp.bytes > 4 ? 1 : 2;
    const auto last = std::uint32_t(warp.bytes / 4 - 1);
    std::string text;
    for (int lane = 0; lane < std::min(warp.lanes(), shown); ++lane) {
      const std::uint32_t word = warp.addresses[std::size_t(lane)] / 4;
      const auto range = [&](std::uint32_t first, std::uint32_t end) {
        return (last ? "s " : " ") + std::to_string(first) + (last ? " to " + std::to_string(end) : "");
      };
      text += (lane ? "; lane " : "Lane ") + std::to_string(lane) + " wants word" + range(word, word + last) +
              ", of bank" + range(word % 32, (word + last) % 32);
    }
    return text + (warp.lanes() > shown ? "; …." : ".");
  }
};

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

TEST(Correctness, OneLane) {
  Judge judge;
  for (const int bytes : {4, 8, 16})
    for (std::uint32_t element = 0; element < 100; ++element)
      judge.expect(warp_of(1, bytes, [=](std::uint32_t) { return element; }));
  judge.conclude();
}

TEST(Correctness, Strides) {
  Judge judge;
  for (std::uint32_t stride = 0; stride <= 130; ++stride)
    judge.expect(warp_of(32, 4, [=](std::uint32_t lane) { return lane * stride; }));
  judge.conclude();
}

TEST(Correctness, SharedWords) {
  Judge judge;
  for (std::uint32_t stride : {1, 2, 16, 32, 33})
    for (std::uint32_t divisor : {2, 3, 4, 8, 16, 31})
      judge.expect(warp_of(32, 4, [=](std::uint32_t lane) { return lane / divisor * stride; })),
          judge.expect(warp_of(32, 4, [=](std::uint32_t lane) { return lane % divisor * stride; }));
  judge.conclude();
}

// As far apart as an SM's shared memory reaches: the same place modulo 16, 32, 48, 64, … KiB is not the same word.
TEST(Correctness, FarApart) {
  Judge judge;
  constexpr std::uint32_t kib = 1024 / simt::word_bytes;
  for (std::uint32_t apart = kib; apart < 227 * kib; apart += kib)
    judge.expect(warp_of(32, 4, [=](std::uint32_t lane) { return lane % 2 * apart; }));
  for (const std::uint32_t apart : {4096, 8192, 16384})
    for (const std::uint32_t count : {2, 3})
      judge.expect(warp_of(32, 4, [=](std::uint32_t lane) { return lane % count * apart; }));
  judge.conclude();
}

TEST(Correctness, Chance) {
  Judge judge;
  Random random{std::uint32_t(harness::seed())};
  for (const std::uint32_t range : {8, 64, 500, 4000})
    for (int i = 0; i < 500; ++i) judge.expect(by_chance(random, 1 + int(random() % 32), 4, range, 0));
  judge.conclude();
}

TEST(Correctness, SameAddressesAgain) {
  Judge judge;
  Random random(std::uint32_t(harness::seed() + 5));
  judge.expect_nothing_remembered([&] { return by_chance(random, 17, 4, 500, 0); });
}

TEST(Wide, Strides) {
  Judge judge;
  for (const int bytes : {8, 16})
    for (std::uint32_t stride = 1; stride <= 40; ++stride)
      for (const int lanes : {32, 8, 13, 17})
        judge.expect(warp_of(lanes, bytes, [=](std::uint32_t lane) { return lane * stride; }));
  judge.conclude();
}

TEST(Wide, Chance) {
  Judge judge;
  Random random(std::uint32_t(harness::seed() + 1));
  for (const int bytes : {8, 16})
    for (const std::uint32_t range : {8, 64, 500, 2000})
      for (int i = 0; i < 300; ++i) judge.expect(by_chance(random, 1 + int(random() % 32), bytes, range, 0));
  judge.conclude();
}

TEST(Pairs, SameAddress) {
  Judge judge;
  for (const int bytes : {8, 16})
    for (const std::uint32_t spread : {1, 2, 3, 8, 16, 32})
      for (const std::uint32_t partner : {1, 2, 3, 4, 7, 16, 31})
        for (const int lanes : {32, 31, 18, 16, 7}) {
          judge.expect(warp_of(lanes, bytes, [=](std::uint32_t lane) { return (lane & ~partner) * spread; }));
          judge.expect(warp_of(lanes, bytes, [=](std::uint32_t lane) { return packed(lane, partner) * spread; }));
        }
  judge.conclude();
}

// In one group of four lanes the neighbours agree, in the next one those two apart.
TEST(Pairs, Mixed) {
  Judge judge;
  for (const int bytes : {8, 16})
    for (const std::uint32_t spread : {1, 2, 3, 8, 16, 32})
      for (const int lanes : {32, 16, 8})
        judge.expect(
            warp_of(lanes, bytes, [=](std::uint32_t lane) { return packed(lane, lane / 4 % 2 ? 1 : 2) * spread; }));
  judge.conclude();
}

// Two halves or quarters that want the same words, and in one of them alone the lanes agree in pairs.
TEST(Pairs, InOneGroup) {
  Judge judge;
  for (const int bytes : {8, 16})
    for (const std::uint32_t paired : {0, 1})
      for (const std::uint32_t partner : {1, 2})
        for (const int lanes : {32, 256 / bytes}) {
          const std::uint32_t group = 128 / std::uint32_t(bytes);
          judge.expect(warp_of(lanes, bytes, [=](std::uint32_t lane) {
            const std::uint32_t place = lane % group;
            return lane / group % 2 == paired ? packed(place, partner) : place;
          }));
        }
  judge.conclude();
}

// Lanes that agree with another one than their neighbour or the one two apart.
TEST(Pairs, OtherPartners) {
  Judge judge;
  for (const int bytes : {8, 16})
    for (const std::uint32_t spread : {1, 2, 3, 16})
      for (const std::uint32_t partner : {3, 5, 6, 12})
        for (const int lanes : {32, 16, 8})
          judge.expect(warp_of(lanes, bytes, [=](std::uint32_t lane) {
            std::uint32_t pair = 0;  // the pairs counted from 0 on, so that one pass may be enough
            for (std::uint32_t i = 0; i < std::min(lane, lane ^ partner); ++i) pair += i < (i ^ partner);
            return pair * spread;
          }));
  judge.conclude();
}

TEST(Pairs, Chance) {
  Judge judge;
  Random random(std::uint32_t(harness::seed() + 2));
  for (const int bytes : {8, 16})
    for (const std::uint32_t range : {8, 64, 500, 2000})
      for (const std::uint32_t partner : {1, 2, 3})
        for (int i = 0; i < 100; ++i) judge.expect(by_chance(random, 1 + int(random() % 32), bytes, range, partner));
  judge.conclude();
}

// Every line of the recording: the width and the offsets are its label, and the GPU's own counter is the answer.
TEST(Pairs, AsRecordedOnAnH200) {
  const std::string path = COURSE_ROOT "/data/02-bank-conflicts/wavefronts/nvidia-h200.csv";
  std::ifstream file(path);
  const auto function = harness::submission().function<decltype(wavefronts)>("wavefronts");
  std::size_t lines = 0, wrong = 0, column = 0;
  std::string first;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    const auto cells = split(line);
    if (column == 0) {  // the header; counted from the end, for cells in front hold commas
      column = std::size_t(cells.end() - std::find(cells.begin(), cells.end(), "memory_l1_wavefronts_shared"));
      continue;
    }
    std::istringstream label(cells.at(2));
    Warp warp;
    label >> warp.bytes;
    for (std::uint32_t offset; label >> offset;) warp.addresses.push_back(offset);
    const harness::HostBuffer<std::uint32_t> offsets(warp.addresses);
    const int counted = std::stoi(cells.at(cells.size() - column)),
              answer = function(offsets.get(), warp.lanes(), warp.bytes);
    ++lines;
    if (answer != counted && wrong++ == 0)
      first =
          cells[2] + " (bytes, then the offsets): " + std::to_string(answer) + " instead of " + std::to_string(counted);
  }
  if (lines == 0) throw std::runtime_error("there is nothing in " + path);
  if (wrong)
    ADD_FAILURE() << "an H200 was given " << lines << " loads and counted otherwise in " << wrong
                  << " of them. The first: " << first << ".";
}

}  // namespace
