#include "simt/engine/loops/around.hpp"

#include <algorithm>

namespace simt {
namespace {

void see(RoundsSeen& seen, const std::pair<const Flow*, int>& loop, unsigned rounds) {
  const auto [at, is_first] = seen.try_emplace(loop, rounds);
  if (!is_first && at->second != rounds) at->second = 0;
}

// The blocks that nobody is told of between two that the simulator is: a loop may begin with one, which holds addresses only.
std::vector<const FlowBlock*> silent_between(const Flow& flow, const FlowBlock& from, const FlowBlock& to) {
  for (const int first : from.next) {
    std::vector<const FlowBlock*> way;
    for (int next = first; next != -1 && way.size() < flow.blocks.size(); next = way.back()->next[0]) {
      const FlowBlock& block = flow.blocks[std::size_t(next)];
      if (&block == &to) return way;
      if (block.calls || block.next[1] != -1) break;
      way.push_back(&block);
    }
  }
  return {};
}

}  // namespace

void LoopWatch::enter(const Flow& flow, const FlowBlock& block, const FlowBlock* before) {
  if (&flow != flow_) forget();
  if (before)
    for (const FlowBlock* const silent : silent_between(flow, *before, block)) {
      if (silent->is_head) pass(flow, *silent, before);
      before = silent;
    }
  pass(flow, block, before);
}

void LoopWatch::pass(const Flow& flow, const FlowBlock& block, const FlowBlock* before) {
  flow_ = here_.flow = &flow;
  here_.order = block.order, here_.innermost = block.loop;
  if (!block.is_head && (open_.empty() || open_.back().in.loop == block.loop)) return;  // as before
  while (!open_.empty() && !flow.holds(open_.back().in.loop, block.loop)) {
    if (open_.back().is_whole) see(seen_, {&flow, open_.back().in.loop}, open_.back().in.round);
    open_.pop_back();
  }
  if (block.is_head) {
    if (open_.empty() || open_.back().in.loop != block.loop)
      open_.push_back({{block.loop, ++entries_, 0}, before && !flow.holds(block.loop, before->loop)});
    ++open_.back().in.round;
  }
  for (std::size_t i = 0; i < LoopsAround::most; ++i)
    here_.loops[i] = i < open_.size() ? open_[open_.size() - 1 - i].in : LoopsAround::InLoop{};
}

void PiecesOfCode::add(const RoundsSeen& seen) {
  for (const auto& [loop, rounds] : seen) see(seen_, loop, rounds);
}

const std::vector<bool>& PiecesOfCode::whole(const Flow& flow) {
  const auto [at, is_new] = whole_.try_emplace(&flow, flow.loops.size(), true);
  if (!is_new) return at->second;
  for (int loop = 0; loop < int(flow.loops.size()); ++loop) {
    const auto seen = seen_.find({&flow, loop});
    if (flow.loops[std::size_t(loop)].is_certain && (seen == seen_.end() || seen->second)) continue;
    for (int outer = loop; outer != -1; outer = flow.loops[std::size_t(outer)].parent)
      at->second[std::size_t(outer)] = false;
  }
  return at->second;
}

bool PiecesOfCode::unrolls_constant(const LoopsAround& around) {
  for (int loop = around.innermost; loop != -1; loop = around.flow->loops[std::size_t(loop)].parent)
    if (around.flow->loops[std::size_t(loop)].is_constant && !whole(*around.flow)[std::size_t(loop)]) return false;
  return true;
}

PieceOfCode PiecesOfCode::of(const LoopsAround& around) {
  for (const auto& [loop, entry, round] : around.loops) {
    if (loop == -1) break;
    const Flow& flow = *around.flow;
    const std::vector<bool>& whole_of = whole(flow);
    if (whole_of[std::size_t(loop)]) continue;
    unsigned inner = 0, passed = 0;
    for (int other = 0; other < int(flow.loops.size()); ++other) {
      if (other == loop || whole_of[std::size_t(other)] || !flow.holds(loop, other)) continue;
      ++inner;
      passed += flow.loops[std::size_t(other)].head_order < around.order;
    }
    return {entry, round, inner ? 1 + passed : 0};
  }
  return {};
}

}  // namespace simt
