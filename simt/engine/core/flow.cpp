// Control flow of compiled kernels, read from their machine code with Capstone.
//
// Where lanes of a warp meet again is a property of the program, not of one run: it must not depend on
// which branches happen to be taken. So it is read from the code: basic blocks, natural loops, and a
// topological order.
#include "simt/engine/core/flow.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "simt/engine/core/hoisted.hpp"
#include "simt/engine/loops/numbers.hpp"
#include "simt/engine/platform/images.hpp"

namespace simt {
namespace {

class Builder {
 public:
  Builder(Flow& flow, const Instructions& found)
      : flow_(flow), numbers_(flow, found), jumps_(found.jumps), calls_(found.calls) {}

  void build() {
    cut_blocks();
    order_blocks();
    find_dominators();
    find_loops();
  }

 private:
  int index_of(std::uint64_t address) const {
    const FlowBlock* block = flow_.block_at(address);
    return block ? int(block - flow_.blocks.data()) : -1;
  }

  void cut_blocks() {
    std::set<std::uint64_t> starts{flow_.begin};
    for (const auto& [at, jump] : jumps_) {
      if (jump.next < flow_.end) starts.insert(jump.next);
      if (jump.to >= flow_.begin && jump.to < flow_.end) starts.insert(jump.to);
    }
    for (auto start = starts.begin(); start != starts.end(); ++start) {
      FlowBlock block;
      block.begin = *start;
      block.end = std::next(start) == starts.end() ? flow_.end : *std::next(start);
      const auto call = calls_.lower_bound(block.begin);
      block.calls = call != calls_.end() && *call < block.end;
      block.is_quiet = std::distance(call, calls_.lower_bound(block.end)) <= 1;
      flow_.blocks.push_back(block);
    }
    next_.resize(flow_.blocks.size());
    previous_.resize(flow_.blocks.size());
    for (int i = 0; i < int(flow_.blocks.size()); ++i) {
      auto jump = jumps_.lower_bound(flow_.blocks[std::size_t(i)].begin);
      if (jump == jumps_.end() || jump->second.next != flow_.blocks[std::size_t(i)].end) {
        link(i, i + 1);  // runs into the next block
        continue;
      }
      if (jump->second.falls_through) link(i, i + 1);
      if (jump->second.to >= flow_.begin && jump->second.to < flow_.end) link(i, index_of(jump->second.to));
    }
  }

  void link(int from, int to) {
    if (to < 0 || to >= int(flow_.blocks.size())) return;
    FlowBlock& block = flow_.blocks[std::size_t(from)];
    block.next[block.next[0] != -1] = to;
    next_[std::size_t(from)].push_back(to);
    previous_[std::size_t(to)].push_back(from);
  }

  // Reverse postorder of a depth-first walk from the entry. Blocks nothing leads to come last.
  void order_blocks() {
    const std::size_t count = flow_.blocks.size();
    std::vector<std::size_t> tried(count, 0);
    std::vector<bool> seen(count, false);
    std::vector<int> path{0};
    seen[0] = true;
    std::vector<int> postorder;
    while (!path.empty()) {
      const auto block = std::size_t(path.back());
      if (tried[block] == next_[block].size()) {
        postorder.push_back(int(block));
        path.pop_back();
        continue;
      }
      const int following = next_[block][tried[block]++];
      if (seen[std::size_t(following)]) continue;
      seen[std::size_t(following)] = true;
      path.push_back(following);
    }
    sequence_.assign(postorder.rbegin(), postorder.rend());
    for (std::size_t i = 0; i < sequence_.size(); ++i) flow_.blocks[std::size_t(sequence_[i])].order = int(i);
    int last = int(sequence_.size());
    for (std::size_t i = 0; i < count; ++i)
      if (!seen[i]) flow_.blocks[i].order = last++;
  }

  int order(int block) const { return flow_.blocks[std::size_t(block)].order; }

  // Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
  void find_dominators() {
    dominator_.assign(flow_.blocks.size(), -1);
    dominator_[0] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 1; i < sequence_.size(); ++i) {
        int best = -1;
        for (int from : previous_[std::size_t(sequence_[i])]) {
          if (dominator_[std::size_t(from)] == -1) continue;
          if (best == -1) best = from;
          while (best != from) {
            while (order(from) > order(best)) from = dominator_[std::size_t(from)];
            while (order(best) > order(from)) best = dominator_[std::size_t(best)];
          }
        }
        if (dominator_[std::size_t(sequence_[i])] == best) continue;
        dominator_[std::size_t(sequence_[i])] = best;
        changed = true;
      }
    }
  }

  bool dominates(int upper, int lower) const {
    while (order(lower) > order(upper)) lower = dominator_[std::size_t(lower)];
    return lower == upper;
  }

  std::vector<int> dominators_of(int block) const {
    std::vector<int> found;
    for (; block != dominator_[std::size_t(block)]; found.push_back(block)) block = dominator_[std::size_t(block)];
    return found;
  }

  void find_loops() {
    std::map<int, std::set<int>> bodies;  // by head
    for (int from : sequence_)
      for (int head : next_[std::size_t(from)]) {
        if (!dominates(head, from)) continue;
        std::set<int>& body = bodies[head];
        body.insert(head);
        for (std::vector<int> open{from}; !open.empty();) {
          const int block = open.back();
          open.pop_back();
          if (!body.insert(block).second) continue;
          for (int before : previous_[std::size_t(block)])
            if (dominator_[std::size_t(before)] != -1) open.push_back(before);
        }
      }
    // Larger loops first: a smaller one that shares a block lies inside.
    std::vector<std::pair<int, std::set<int>>> by_size(bodies.begin(), bodies.end());
    std::stable_sort(
        by_size.begin(), by_size.end(), [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
    for (const auto& [head, body] : by_size) {
      FlowLoop loop;
      loop.parent = flow_.blocks[std::size_t(head)].loop;
      loop.head_order = order(head);
      const int index = int(flow_.loops.size());
      flow_.loops.push_back(loop);
      for (int block : body) flow_.blocks[std::size_t(block)].loop = index;
      FlowLoop& kept = flow_.loops.back();
      const bool nobody_asks = nothing_leads_around(body);
      kept.is_certain = nobody_asks && !numbers_.has_a_length(way_out(body), body, dominators_of(head));
      kept.is_counted_block = body.size() == 1 && !asks_for_sign(head) && !numbers_.asks_what_is_loaded(head);
      kept.steps_by_constant = body.size() == 1 && counts(head);
      kept.may_wrap = kept.steps_by_constant && numbers_.may_wrap(head);
      const std::vector<int> in_front = in_front_of(body, head);
      kept.is_constant = kept.is_certain && numbers_.is_constant(way_out(body), body, in_front);
      kept.begins_at_constant =
          (counts_from_zero(in_front) && !(body.size() == 1 && numbers_.begins_elsewhere(head, in_front))) ||
          (body.size() == 1 && numbers_.adds_from_constant(head, in_front)) ||
          (body.size() == 1 && nobody_asks && numbers_.counts_from_constant(head, in_front));
    }
    for (FlowBlock& block : flow_.blocks)
      block.is_head = block.loop != -1 && flow_.loops[std::size_t(block.loop)].head_order == block.order;
  }

  int way_out(const std::set<int>& body) const {
    for (const int block : body)
      for (const int next : next_[std::size_t(block)])
        if (!body.contains(next)) return block;
    return -1;
  }

  // Of a loop with one way out.
  bool nothing_leads_around(const std::set<int>& body) const {
    std::vector<std::pair<int, int>> exits;
    for (const int block : body)
      for (const int next : next_[std::size_t(block)])
        if (!body.contains(next)) exits.emplace_back(block, next);
    if (exits.size() != 1) return false;
    std::set<int> left = body;
    for (auto [from, to] = exits[0];; from = to, to = next_[std::size_t(to)][0]) {
      // Who goes another round of a loop that begins there leads around nothing, if this way only comes to that loop.
      const bool goes_round = dominates(to, from);
      for (const int other : previous_[std::size_t(to)])
        if (!left.contains(other) && dominator_[std::size_t(other)] != -1 && dominates(to, other) == goes_round)
          return false;
      if (!is_glue(to) || !left.insert(to).second) return true;
    }
  }

  // Whether the block stands for nothing in the source: a jump, or a register that is restored. Compilers differ in these.
  bool is_glue(int block) const {
    return !flow_.blocks[std::size_t(block)].calls && next_[std::size_t(block)].size() == 1;
  }

  // The blocks in front of a loop, nearest first, as far as there is one way.
  std::vector<int> in_front_of(const std::set<int>& body, int head) const {
    std::vector<int> found;
    for (int before = head; found.size() < 8;) {
      const std::vector<int>& leading = previous_[std::size_t(before)];
      const auto outside = [&](int block) { return !body.contains(block); };
      if (std::count_if(leading.begin(), leading.end(), outside) != 1) break;
      before = *std::find_if(leading.begin(), leading.end(), outside);
      found.push_back(before);
      if (before == 0) break;
    }
    return found;
  }

  bool counts_from_zero(const std::vector<int>& in_front) const {
    for (const int before : in_front)
      if (before == 0 || next_[std::size_t(before)].size() > 1) return asks_for_sign(before);
    return false;
  }

  const Jump* jump_behind(int block) const { return numbers_.jump_behind(block); }
  bool asks_for_sign(int block) const { return jump_behind(block) && jump_behind(block)->asks_for_sign; }
  bool counts(int block) const { return jump_behind(block) && jump_behind(block)->counts; }

  Flow& flow_;
  const LoopNumbers numbers_;
  const std::map<std::uint64_t, Jump>& jumps_;
  const std::set<std::uint64_t>& calls_;
  std::vector<std::vector<int>> next_, previous_;
  std::vector<int> sequence_;   // blocks in order
  std::vector<int> dominator_;  // -1: nothing leads there
};

}  // namespace

const FlowBlock* Flow::block_at(std::uint64_t address) const {
  auto after = std::upper_bound(
      blocks.begin(), blocks.end(), address, [](std::uint64_t a, const FlowBlock& block) { return a < block.begin; });
  if (after == blocks.begin() || address >= end) return nullptr;
  return &*std::prev(after);
}

bool Flow::leads(const FlowBlock& from, const FlowBlock& to) const {
  std::vector<bool> seen(blocks.size(), false);
  for (std::vector<const FlowBlock*> open{&from}; !open.empty();) {
    const FlowBlock& block = *open.back();
    open.pop_back();
    if (&block == &to) return true;
    for (const int next : block.next) {
      // Blocks are ordered: what leads there comes before it.
      if (next == -1 || seen[std::size_t(next)] || blocks[std::size_t(next)].order <= block.order ||
          blocks[std::size_t(next)].order > to.order)
        continue;
      seen[std::size_t(next)] = true;
      open.push_back(&blocks[std::size_t(next)]);
    }
  }
  return false;
}

Flow read_flow(const std::uint8_t* code, std::size_t size, std::uint64_t begin) {
  Flow flow;
  flow.begin = begin;
  flow.end = begin + size;
  const Instructions found = read_instructions(code, size, begin);
  Builder(flow, found).build();
  find_hoisted(flow, code, size);
  return flow;
}

const Flow& flow_of(std::uint64_t address) {
  static std::mutex mutex;
  static auto* known = new std::map<std::uint64_t, Flow>;  // by end
  const std::lock_guard lock(mutex);
  const auto found = known->upper_bound(address);
  if (found != known->end() && found->second.begin <= address) return found->second;
  const AddressRange function = function_range(address);
  Flow flow;
  if (function.bytes)
    flow = read_flow(reinterpret_cast<const std::uint8_t*>(function.begin), function.bytes, function.begin);
  else flow.begin = address, flow.end = address + 1;
  return known->emplace(flow.end, std::move(flow)).first->second;
}

}  // namespace simt
