// The runs that fusion judges: as they were kept, and where they are cut (fusion.cpp).
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "simt/engine/fusion/begins.hpp"

namespace simt {

// Adds a run, which came so many times.
inline void keep(FusionWatch::Shapes& shapes, std::uint64_t in_rounds, std::uint32_t active, std::uint64_t times,
    const std::vector<FusionWatch::Step>& steps) {
  if (steps.size() < 2 || shapes.size() > FusionWatch::most_shapes) return;
  std::uint64_t shape_hash = in_rounds, hash = active;
  for (const FusionWatch::Step& step : steps) {
    shape_hash = mix(shape_hash, step.key);
    hash = mix(mix(mix(hash, step.array), std::uint64_t(step.offset)), step.lanes.hash);
  }
  FusionWatch::Shape& shape = shapes[shape_hash];
  shape.rounds = in_rounds;
  if (shape.irregular) return;
  FusionWatch::Pattern& pattern = shape.patterns[hash];
  if (pattern.times == 0) pattern.active = active, pattern.steps = steps;
  pattern.times += times;
  if (shape.patterns.size() > FusionWatch::most_patterns) shape.irregular = true, shape.patterns.clear();
}

// A run that comes to the same code again, as to a loop inside a loop, is several: compilers differ in whether a branch is in between.
inline void cut(
    const FusionWatch::Pattern& pattern, std::uint64_t in_rounds, PiecesOfCode& pieces, FusionWatch::Shapes& into) {
  std::map<unsigned, std::int64_t> first, first_of_cut;  // of each array
  std::map<unsigned, unsigned> array_of_cut;
  std::vector<FusionWatch::Step> steps;
  PieceOfCode last;
  for (const FusionWatch::Step& step : pattern.steps) {
    const PieceOfCode piece = pieces.of(step.loops);
    const bool is_other =
        piece.entry != last.entry || piece.part != last.part || (piece.part && piece.round != last.round);
    if (is_other && piece.entry && last.entry) {
      keep(into, in_rounds, pattern.active, pattern.times, steps);
      steps.clear(), first_of_cut.clear(), array_of_cut.clear();
    }
    last = piece;
    const auto [at, is_first] = first.try_emplace(step.array, step.offset);
    const std::int64_t place = is_first ? step.offset : at->second + step.offset;
    const auto [array, is_new] = array_of_cut.try_emplace(step.array, unsigned(array_of_cut.size()));
    const std::int64_t in_piece = ((place % widest) + widest) % widest;
    if (is_new) first_of_cut[step.array] = place;
    steps.push_back(
        {step.key, array->second, is_new ? in_piece : place - first_of_cut[step.array], step.loops, step.lanes});
  }
  keep(into, in_rounds, pattern.active, pattern.times, steps);
}

}  // namespace simt
