// Where the accesses begin that nvcc may fuse, as far as that is always the same (fusion.cpp).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "simt/engine/fusion/fusion.hpp"

namespace simt {

constexpr int widest = 16;

inline std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15;
  return hash ^ hash >> 29;
}

// Where an instruction's first access of a run lies, of all runs: modulo 16, if it is always the same for every lane of all;
// else modulo 8; else not known, and so nvcc does not know it either.
struct Begin {
  int width = widest, phase = -1;

  void add(std::int64_t place, const LanePattern& lanes) {
    for (; width > int(word_bytes); width /= 2) {
      const auto here = int(((place % width) + width) % width);
      const bool is_alike = std::all_of(
          std::begin(lanes.distance), std::end(lanes.distance), [&](auto apart) { return apart % width == 0; });
      if (is_alike && (phase < 0 || here == phase % width)) {
        phase = here;
        return;
      }
    }
  }
};
struct Begins {
  std::unordered_map<std::uint64_t, Begin> all, in_round;  // by Event::where; and what rounds it is in
  std::unordered_map<std::uint64_t, int> most_lanes;       // that ever took part, by Event::where

  // Code that a run comes to more than once, as a loop inside a loop, begins each time.
  void add(const FusionWatch::Pattern& pattern, std::uint64_t rounds, PiecesOfCode& pieces) {
    std::map<unsigned, std::int64_t> first;  // of each array
    std::unordered_set<std::uint64_t> begun;
    for (const FusionWatch::Step& step : pattern.steps) {
      const auto [at, is_first] = first.try_emplace(step.array, step.offset);
      const PieceOfCode piece = pieces.of(step.loops);
      if (!begun.insert(mix(mix(step.key, piece.entry), piece.part ? piece.round : 0)).second) continue;
      const std::int64_t place = is_first ? step.offset : at->second + step.offset;
      all[step.key].add(place, step.lanes);
      in_round[mix(rounds, step.key)].add(place, step.lanes);
      most_lanes[step.key] = std::max(most_lanes[step.key], std::popcount(pattern.active));
    }
  }
  // What is true of a round that only some lanes take part in may be so by chance.
  int width(const FusionWatch::Pattern& pattern, std::uint64_t rounds, std::uint64_t key) const {
    const bool is_whole = std::popcount(pattern.active) == most_lanes.at(key);
    return is_whole ? in_round.at(mix(rounds, key)).width : all.at(key).width;
  }
};

}  // namespace simt
