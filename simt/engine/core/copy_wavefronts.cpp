// What an asynchronous copy of a warp's lanes takes in wavefronts: its words go from their places in L1's data to other places.
//
// A rule found on an H200: it gives what ncu counted of all 219 probes (tests/simt/calibration/copies_apart.cu).
#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <utility>

#include "simt/simt.hpp"

namespace simt {
namespace {

// 4 and 8 bytes a lane: the lanes whose words any one bank has to give, each for itself.
int most_in_a_bank(const std::uint64_t* from, std::uint32_t active, int words_each) {
  int in_bank[banks] = {}, most = 0;
  for (std::uint32_t left = active; left; left &= left - 1)
    for (int i = 0; i < words_each; ++i)
      most = std::max(most, ++in_bank[(from[std::countr_zero(left)] / word_bytes + unsigned(i)) % banks]);
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
    if (!part) continue;
    total += std::max(most_in_a_bank(from, part, bytes / int(word_bytes)), count_wavefronts(to, part, bytes, true));
  }
  return total;
}

}  // namespace simt
