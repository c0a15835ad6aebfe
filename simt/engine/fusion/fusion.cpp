// Which neighbouring shared accesses nvcc makes one of (fusion.hpp).
#include "simt/engine/fusion/fusion.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include "simt/engine/fusion/begins.hpp"
#include "simt/engine/fusion/runs.hpp"
#include "simt/simt.hpp"

namespace simt {
namespace {

constexpr std::size_t long_run = 160, longest_run = 256;
constexpr unsigned unrolled_by = 4;

// Whether the block only ends in a choice between values, whose ways touch no memory and soon meet again: as a ?: or `if (a || b) ++n;`,
// of which nvcc makes no branches.
bool chooses(const Flow& flow, const FlowBlock& from) {
  constexpr std::size_t most = 6, longest = 48;  // blocks; bytes of code
  std::set<std::pair<int, int>> open;            // by order
  const auto add = [&](const FlowBlock& block) {
    for (const int next : block.next)
      if (next != -1) open.emplace(flow.blocks[std::size_t(next)].order, next);
  };
  add(from);
  for (std::size_t taken = 0; open.size() > 1; ++taken) {
    const FlowBlock& first = flow.blocks[std::size_t(open.begin()->second)];
    if (first.order <= from.order || first.is_head || first.loop != from.loop || !first.is_quiet || taken == most ||
        first.end - first.begin > longest)
      return false;
    open.erase(open.begin());
    if (first.next[0] == -1) return false;
    add(first);
  }
  return !open.empty() && open.begin()->first > from.order;
}

// Whether nvcc has the two blocks in one piece: nothing else leads on, or it is a loop's branch, round or out.
bool goes_on(const Flow& flow, const FlowBlock& from) {
  if (from.next[1] == -1 || chooses(flow, from)) return true;
  for (const int next : from.next) {
    if (next == -1) return false;
    const FlowBlock& to = flow.blocks[std::size_t(next)];
    if (from.loop != -1 && (!flow.holds(from.loop, to.loop) || (to.is_head && to.loop == from.loop))) return true;
  }
  return false;
}

bool is_store(Event event) { return event.kind() == EventKind::store; }

bool may_be_fused(Event event) {
  return (event.kind() == EventKind::load || is_store(event)) &&
         (event.bytes() == word_bytes || event.bytes() == 2 * word_bytes || event.bytes() == 4 * word_bytes);
}

}  // namespace

FusionWatch::UsedArray& FusionWatch::used_array(std::uint64_t begin) {
  for (UsedArray& array : arrays_)
    if (array.begin == begin) return array;
  return arrays_.emplace_back(UsedArray{.begin = begin, .first = -1});
}

// A loop is cut where four rounds begin, so that what it is cut into is alike.
bool FusionWatch::is_long_enough(std::uint64_t key) const {
  return steps_.size() >= longest_run ||
         (steps_.size() >= long_run && key == steps_[0].key && loops_.here().loops[0].round % unrolled_by == 1);
}

void FusionWatch::access(std::uint64_t key, std::uint32_t active, std::uint64_t first, const LanePattern& lanes) {
  const Event event{key};
  const SharedArray* const in = memory_ ? memory_->at(first) : nullptr;
  const std::uint64_t begin = in ? in->begin : 0;
  const bool is_step = may_be_fused(event);
  if (active != active_ || (!is_step && event.kind() != EventKind::load) || is_long_enough(key)) close_run();
  active_ = active;
  if (!is_step) return;
  UsedArray& array = used_array(begin);
  const auto place = std::int64_t(first - begin);
  const bool is_first = array.first < 0;
  if (is_first) array.first = place;
  if (steps_.empty()) run_in_rounds_ = in_rounds_;
  steps_.push_back(
      {key, unsigned(&array - arrays_.data()), is_first ? place % widest : place - array.first, loops_.here(), lanes});
}

void FusionWatch::enter(const Flow& flow, const FlowBlock& block) {
  if (&flow != flow_) end_run();
  else if (!block_ || !goes_on(flow, *block_)) close_run();
  loops_.enter(flow, block, &flow == flow_ ? block_ : nullptr);
  flow_ = &flow, block_ = &block;
}

void FusionWatch::end_run() {
  close_run();
  loops_.forget();
}

void FusionWatch::close_run() {
  keep(shapes_, run_in_rounds_, active_, 1, steps_);
  steps_.clear();
  arrays_.clear();
  active_ = 0;
}

namespace {

using Step = FusionWatch::Step;
using Pattern = FusionWatch::Pattern;

// The patterns of a shape, and what is common to all of them.
struct Together {
  const Begins& begins;
  PiecesOfCode& pieces;
  std::uint64_t in_rounds = 0;
  std::vector<Pattern> patterns{};
  std::vector<std::vector<std::int64_t>> places{};
  std::vector<std::vector<PieceOfCode>> piece_of{};
  std::vector<std::map<unsigned, unsigned>> rounds{};  // of each loop, as it was entered

  void add(Pattern pattern) {
    std::vector<std::int64_t>& place_of = places.emplace_back();
    std::vector<PieceOfCode>& in_piece = piece_of.emplace_back();
    std::map<unsigned, unsigned>& rounds_of = rounds.emplace_back();
    std::map<unsigned, std::int64_t> first;  // of each array
    for (const Step& step : pattern.steps) {
      const auto [at, is_first] = first.try_emplace(step.array, step.offset);
      const PieceOfCode& piece = in_piece.emplace_back(pieces.of(step.loops));
      rounds_of[piece.entry] = std::max(rounds_of[piece.entry], piece.round);
      place_of.push_back(is_first ? step.offset : at->second + step.offset);
    }
    patterns.push_back(std::move(pattern));
  }
  const Step& step(std::size_t pattern, std::size_t i) const { return patterns[pattern].steps[i]; }

  // Where the step is in its array, as far as that is known: modulo 16.
  std::int64_t place(std::size_t pattern, std::size_t i) const { return places[pattern][i]; }

  // Whether steps `i` and `j` always lie equally far apart, for every lane: then `distance` says how far.
  bool lie_alike(std::size_t i, std::size_t j, std::int64_t& distance) const {
    for (std::size_t p = 0; p < patterns.size(); ++p) {
      if (step(p, i).array != step(p, j).array || step(p, i).lanes.hash != step(p, j).lanes.hash) return false;
      const std::int64_t apart = place(p, j) - place(p, i);
      if (p == 0) distance = apart;
      else if (apart != distance) return false;
    }
    return true;
  }

  bool follows(std::size_t i, std::size_t j, std::int64_t& distance) const {
    const Event a{step(0, i).key}, b{step(0, j).key};
    return a.kind() == b.kind() && a.bytes() == b.bytes() && lie_alike(i, j, distance);
  }

  bool in_other_arrays(std::size_t i, std::size_t j) const {
    for (std::size_t p = 0; p < patterns.size(); ++p)
      if (step(p, i).array == step(p, j).array) return false;
    return true;
  }

  // Whether two steps may touch the same bytes, for all that nvcc knows: of fields of structures it knows that they are others, in
  // whichever element of the array.
  bool may_meet(std::size_t i, std::size_t j) const {
    if (in_other_arrays(i, j)) return false;
    const int bytes_i = int(Event{step(0, i).key}.bytes()), bytes_j = int(Event{step(0, j).key}.bytes());
    for (const int width : {widest / 2, widest}) {
      const int at_i = phase(i, width), at_j = phase(j, width);
      if (at_i >= 0 && at_j >= 0 && (at_i + bytes_i <= at_j || at_j + bytes_j <= at_i)) return false;
    }
    return true;
  }

  // Whether something stands between two loads, or two stores, that keeps the one from being moved to the other: of the rounds
  // of a loop, anything of the other kind.
  bool are_kept_apart(std::size_t i, std::size_t j) const {
    const bool store = is_store(Event{step(0, i).key});
    bool next_round = step(0, i).key == step(0, j).key;
    for (std::size_t k = i + 1; k < j && !next_round; ++k) next_round = step(0, k).key == step(0, i).key;
    for (std::size_t k = i + 1; k < j; ++k) {
      const bool is_other_kind = is_store(Event{step(0, k).key}) != store;
      if (store && !is_other_kind && step(0, k).array != step(0, i).array) return true;
      if (is_other_kind && (next_round || in_other_arrays(k, i) || may_meet(k, store ? i : j))) return true;
    }
    return false;
  }

  // Whether what the step loads is still in a register: it has been loaded or stored in its piece of code, and nothing that
  // may be the same has been stored since.
  bool is_known(std::size_t load, const std::unordered_set<std::uint64_t>& fixed) const {
    const auto bytes = std::int64_t(Event{step(0, load).key}.bytes());
    for (std::size_t i = load; i-- > 0;) {
      const Event before{step(0, i).key};
      std::int64_t distance = 0;
      if (fixed.contains(before.pc())) {
        if (is_store(before)) return false;
      } else if (lie_alike(i, load, distance)) {
        if (distance == 0 && before.bytes() == bytes) return in_one_piece(i, load);
        if (is_store(before) && distance < std::int64_t(before.bytes()) && -distance < bytes) return false;
      } else if (is_store(before) && may_meet(i, load)) {
        return false;
      }
    }
    return false;
  }

  // Whether nvcc has the two steps in one piece of code: in the rounds of a loop that it unrolls, or in one round.
  bool in_one_piece(std::size_t i, std::size_t j) const {
    for (std::size_t p = 0; p < patterns.size(); ++p) {
      const PieceOfCode &a = piece_of[p][i], &b = piece_of[p][j];
      const unsigned unrolled = a.part ? 0 : rounds[p].at(a.entry) / unrolled_by * unrolled_by;
      if (a.entry != b.entry || a.part != b.part || (a.round != b.round && std::max(a.round, b.round) > unrolled))
        return false;
    }
    return true;
  }

  // The place of the step modulo `width`, if it is always the same for every lane; else -1.
  int phase(std::size_t i, int width) const {
    int phase = -1;
    for (std::size_t p = 0; p < patterns.size(); ++p) {
      if (width > begins.width(patterns[p], in_rounds, step(0, i).key)) return -1;
      for (const std::int32_t distance : step(p, i).lanes.distance)
        if (distance % width) return -1;
      const int here = int(((place(p, i) % width) + width) % width);
      if (phase >= 0 && here != phase) return -1;
      phase = here;
    }
    return phase;
  }

  // What the step comes to in all patterns, `shift` bytes before its place and as wide as said.
  Fused cost(std::size_t i, std::int64_t shift, int bytes) const {
    Fused sum;
    for (std::size_t p = 0; p < patterns.size(); ++p) {
      std::uint64_t address[warp_lanes];
      for (unsigned lane = 0; lane < warp_lanes; ++lane)
        address[lane] = std::uint64_t((std::int64_t(1) << 32) + place(p, i) - shift + step(p, i).lanes.distance[lane]);
      const std::uint32_t active = patterns[p].active;
      const bool store = is_store(Event{step(p, i).key});
      const int wavefronts = count_wavefronts(address, active, bytes, store);
      const int packed = (std::popcount(active) * bytes + int(banks * word_bytes) - 1) / int(banks * word_bytes);
      sum.wavefronts += std::int64_t(patterns[p].times) * wavefronts;
      sum.ideal_wavefronts += std::int64_t(patterns[p].times) * std::min(wavefronts, packed);
    }
    return sum;
  }
};

struct Member {
  std::int64_t offset = 0;  // from the first member's
  std::size_t step = 0;
};

// The members that one access of `width` bytes would take: all that lie in the piece, if they fill it as nvcc wants.
bool fills(const std::vector<Member>& members, int width, int each, bool store) {
  std::size_t places = 0;
  for (std::size_t i = 0; i < members.size(); ++i) places += i == 0 || members[i].offset != members[i - 1].offset;
  const std::size_t whole = std::size_t(width / each);
  return places == whole || (places == 3 && whole == 4 && !store);
}

void add_cost(const Together& together, std::size_t step, const Fused& cost, int sign, int width,
    std::map<std::uint64_t, Fused>& out) {
  Fused& at = out[together.step(0, step).key];
  at.wavefronts += sign * cost.wavefronts;
  at.ideal_wavefronts += sign * cost.ideal_wavefronts;
  at.bytes = std::max(at.bytes, width);
}

// Fuses the members of one piece, or of its halves.
void fuse_piece(const Together& together, const std::vector<Member>& members, std::int64_t begin, int width, int each,
    std::map<std::uint64_t, Fused>& out) {
  if (members.size() < 2 || width <= each) return;
  const bool store = is_store(Event{together.step(0, members[0].step).key});
  if (!fills(members, width, each, store)) {
    std::vector<Member> low, high;
    for (const Member& member : members) (member.offset < begin + width / 2 ? low : high).push_back(member);
    fuse_piece(together, low, begin, width / 2, each, out);
    fuse_piece(together, high, begin + width / 2, width / 2, each, out);
    return;
  }
  for (const Member& member : members)
    add_cost(together, member.step, together.cost(member.step, 0, each), -1, width, out);
  add_cost(together, members[0].step, together.cost(members[0].step, members[0].offset - begin, width), 1, width, out);
}

void fuse(
    const Together& together, const std::unordered_set<std::uint64_t>& fixed, std::map<std::uint64_t, Fused>& out) {
  const std::size_t count = together.patterns[0].steps.size();
  // Steps that are no longer there, or already part of an access.
  std::vector<bool> taken(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Step& step = together.step(0, i);
    const Event event{step.key};
    if (!is_store(event) && !fixed.contains(event.pc()) && together.is_known(i, fixed)) {
      add_cost(together, i, together.cost(i, 0, int(event.bytes())), -1, int(event.bytes()), out);
      taken[i] = true;
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Event event{together.step(0, i).key};
    if (taken[i] || fixed.contains(event.pc())) continue;
    const int each = int(event.bytes());
    int width = widest;
    while (width > each && together.phase(i, width) < 0) width /= 2;
    std::vector<Member> members = {{0, i}};
    for (std::size_t j = i + 1; j < count; ++j) {
      std::int64_t distance = 0;
      if (taken[j]) continue;
      if (fixed.contains(Event{together.step(0, j).key}.pc()) || !together.follows(i, j, distance) ||
          !together.in_one_piece(i, j) || together.are_kept_apart(i, j))
        continue;
      members.push_back({distance, j});
      taken[j] = true;
    }
    std::stable_sort(
        members.begin(), members.end(), [](const Member& a, const Member& b) { return a.offset < b.offset; });
    // Pieces that are aligned: the first member's place in one is its phase.
    const std::int64_t phase = together.phase(i, width);
    const auto piece_of = [&](const Member& member) {
      const std::int64_t place = member.offset + phase;
      return (place >= 0 ? place : place - width + 1) / width;
    };
    for (std::size_t from = 0; from < members.size();) {
      std::size_t to = from;
      while (to < members.size() && piece_of(members[to]) == piece_of(members[from])) ++to;
      fuse_piece(together, {members.begin() + std::ptrdiff_t(from), members.begin() + std::ptrdiff_t(to)},
          piece_of(members[from]) * width - phase, width, each, out);
      from = to;
    }
  }
}

}  // namespace

std::map<std::uint64_t, Fused> fused_accesses(
    const std::vector<const FusionWatch*>& watches, const std::unordered_set<std::uint64_t>& fixed) {
  FusionWatch::Shapes all;
  for (const FusionWatch* watch : watches)
    for (const auto& [hash, shape] : watch->shapes()) {
      FusionWatch::Shape& into = all[hash];
      into.irregular |= shape.irregular;
      into.rounds = shape.rounds;
      for (const auto& [pattern_hash, pattern] : shape.patterns) {
        Pattern& sum = into.patterns[pattern_hash];
        if (sum.times == 0) sum.active = pattern.active, sum.steps = pattern.steps;
        sum.times += pattern.times;
      }
    }
  std::map<std::uint64_t, Fused> out;
  if (all.size() > FusionWatch::most_shapes) return out;
  PiecesOfCode pieces;
  for (const FusionWatch* watch : watches) pieces.add(watch->rounds_seen());
  FusionWatch::Shapes runs;
  Begins begins;
  for (const auto& [hash, shape] : all)
    for (const auto& [pattern_hash, pattern] : shape.patterns) {
      const std::uint64_t rounds = pieces.unrolls_constant(pattern.steps[0].loops) ? shape.rounds : 0;
      if (shape.irregular || shape.patterns.size() > FusionWatch::most_patterns) begins.add(pattern, rounds, pieces);
      else cut(pattern, rounds, pieces, runs);
    }
  for (const auto& [hash, shape] : runs)
    for (const auto& [pattern_hash, pattern] : shape.patterns) begins.add(pattern, shape.rounds, pieces);
  for (auto& [hash, shape] : runs) {
    if (shape.irregular) continue;
    Together together{.begins = begins, .pieces = pieces, .in_rounds = shape.rounds};
    for (auto& [pattern_hash, pattern] : shape.patterns) together.add(std::move(pattern));
    fuse(together, fixed, out);
  }
  return out;
}

}  // namespace simt
