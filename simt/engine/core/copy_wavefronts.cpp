// What an asynchronous copy of a warp's lanes takes: its words go from their places in L1's data to other places.
//
// Rules found on an H200: they give what ncu counted of all 219 probes of copies between regular places
// (tests/simt/calibration/copies_apart.cu), and of all but one between places drawn by chance (copies_by_chance.cu).
#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "simt/simt.hpp"

namespace simt {
namespace {

// 4 and 8 bytes a lane. Two lanes meet where words of both lie in one bank, at the source or at the target, be they the same word
// or not. It takes as many wavefronts as one lane meets, itself among them: the one that meets most.
int of_words(const std::uint64_t* from, const std::uint64_t* to, std::uint32_t active, int bytes) {
  std::uint32_t from_bank[banks] = {}, to_bank[banks] = {};  // which lanes
  std::uint32_t met[warp_lanes] = {};                        // by a lane
  for (const bool known : {false, true})
    for (std::uint32_t left = active; left; left &= left - 1) {
      const int lane = std::countr_zero(left);
      for (unsigned word = 0; word < unsigned(bytes) / word_bytes; ++word) {
        std::uint32_t& source = from_bank[(from[lane] / word_bytes + word) % banks];
        std::uint32_t& target = to_bank[(to[lane] / word_bytes + word) % banks];
        if (known) met[lane] |= source | target;
        else source |= 1u << lane, target |= 1u << lane;
      }
    }
  int most = 0;
  for (const std::uint32_t lanes : met) most = std::max(most, std::popcount(lanes));
  return most;
}

// 16 bytes a lane. A wavefront takes sectors of one line to sectors of one row of banks. It moves all of them alike: whole ones, or
// the same halves; within their half of the line or across; and each sector goes to one place only.
int of_halves(const std::uint64_t* from, const std::uint64_t* to, std::uint32_t active) {
  using Sectors = std::pair<std::uint64_t, std::uint64_t>;  // from, to
  using Halves = std::set<std::pair<unsigned, unsigned>>;   // of the two: from, to
  std::map<Sectors, std::map<Sectors, Halves>> moved;       // by line and row, by sectors
  for (std::uint32_t left = active; left; left &= left - 1) {
    const std::uint64_t source = from[std::countr_zero(left)], target = to[std::countr_zero(left)];
    const auto half = [](std::uint64_t at) { return unsigned(at / (sector_bytes / 2) % 2); };
    moved[{source / line_bytes, target / line_bytes}][{source / sector_bytes, target / sector_bytes}].insert(
        {half(source), half(target)});
  }
  int total = 0;
  for (const auto& [line, sectors] : moved) {
    std::map<std::pair<Halves, bool>, std::map<std::uint64_t, int>> goes, comes;  // by kind, by sector
    const auto add = [&](const Sectors& which, const Halves& halves) {
      const std::pair kind{halves, bool((which.first ^ which.second) & 1)};
      ++goes[kind][which.first], ++comes[kind][which.second];
    };
    for (const auto& [which, halves] : sectors) {
      const bool one_twice = halves.contains({0, 0}) && halves.contains({0, 1});
      if (one_twice || (halves.contains({1, 0}) && halves.contains({1, 1})))
        for (const auto& half : halves) add(which, {half});
      else add(which, halves);
    }
    const auto most = [](const std::map<std::uint64_t, int>& counts) {
      return std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; })->second;
    };
    for (const auto& [kind, sources] : goes) total += std::max(most(sources), most(comes[kind]));
  }
  return total;
}

}  // namespace

int count_copy_wavefronts(const std::uint64_t* from, const std::uint64_t* to, std::uint32_t active, int bytes) {
  if (bytes == 16) return of_halves(from, to, active);
  const int together = bytes == 8 ? int(warp_lanes) / 2 : int(warp_lanes);
  int total = 0;
  for (int begin = 0; begin < int(warp_lanes); begin += together) {
    const std::uint32_t part = active & (0xffffffffu >> (int(warp_lanes) - together)) << begin;
    total += of_words(from, to, part, bytes);
  }
  return total;
}

// 16 bytes a lane go past L1, in sectors as they come to lie in shared memory: those of one line that go to one sector are asked
// for together, whole or their halves changed over.
CopySectors count_copy_sectors(const std::uint64_t* from, const std::uint64_t* to, std::uint32_t active) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> passed;
  std::set<std::tuple<std::uint64_t, std::uint64_t, bool>> asked;
  for (std::uint32_t left = active; left; left &= left - 1) {
    const std::uint64_t source = from[std::countr_zero(left)], target = to[std::countr_zero(left)];
    passed.insert({source / line_bytes, target / sector_bytes});
    asked.insert({source / sector_bytes, target / sector_bytes, bool((source ^ target) & sector_bytes / 2)});
  }
  return {int(asked.size()), int(passed.size())};
}

}  // namespace simt
