// What an asynchronous copy of a warp's lanes takes: its words go from their places in L1's data to other places.
//
// Rules found on an H200: they give what ncu counted of all 219 probes of copies between regular places
// (tests/simt/calibration/copies_apart.cu). Between places drawn by chance (copies_by_chance.cu) the sectors are right and the
// wavefronts of 16 bytes a lane; those of 4 and 8 bytes are about half the time, where banks meet at both ends.
#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "simt/simt.hpp"

namespace simt {
namespace {

// 4 and 8 bytes a lane: each bank gives one word at a time, to one lane. What the banks give together is stored together, in as
// many wavefronts as a store of those lanes takes.
int of_words(const std::uint64_t* from, const std::uint64_t* to, std::uint32_t active, int bytes) {
  int given[banks] = {};
  std::uint32_t together[warp_lanes] = {};  // lanes, by how many words their banks have given before
  for (std::uint32_t left = active; left; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const auto bank = [&](int word) -> int& { return given[(from[lane] / word_bytes + unsigned(word)) % banks]; };
    int before = 0;
    for (int word = 0; word < bytes / int(word_bytes); ++word) before = std::max(before, bank(word));
    for (int word = 0; word < bytes / int(word_bytes); ++word) bank(word) = before + 1;
    together[before] |= 1u << lane;
  }
  int total = 0;
  for (const std::uint32_t lanes : together) total += lanes ? count_wavefronts(to, lanes, bytes, true) : 0;
  return total;
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
