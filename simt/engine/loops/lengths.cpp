// Whether a loop's length is a constant (numbers.hpp).
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <utility>

#include "simt/engine/loops/numbers.hpp"

namespace simt {
namespace {

constexpr std::uint64_t unknown = ~std::uint64_t(0);

}  // namespace

bool LoopNumbers::has_a_length(int last, const std::set<int>& body, const std::vector<int>& dominators) const {
  const Jump* const jump = last == -1 ? nullptr : jump_behind(last);
  if (!jump || !jump->asked_by) return false;
  // What is compared, or in the frame what it is a copy of.
  std::set<std::uint64_t> asked;
  const auto [first, behind] = found_.numbers.equal_range(jump->asked_by);
  for (auto at = first; at != behind; ++at) {
    const std::uint64_t kept = copied_from_frame(at->second.where, block(last).begin, jump->asked_by);
    asked.insert(kept ? kept : at->second.where);
  }
  if (asked.size() > 2) return false;
  const auto counter =
      std::find_if(asked.begin(), asked.end(), [&](std::uint64_t where) { return moves_by_constant(where, body); });
  if (counter == asked.end()) return false;
  Parts length;
  const InFront of{last, body, dominators};
  for (const std::uint64_t where : asked) {
    if (where != *counter && is_written_in(where, body)) return false;
    add_parts(where, ~std::uint64_t(0), where == *counter ? -1 : 1, of, 0, length);
  }
  std::erase_if(length, [](const auto& part) { return part.second == 0; });
  // A number would be compared with a constant itself. Addresses are not; and g++ may make one in two ways, for the beginning and the end.
  if (jump->is_narrow || becomes_constant(*counter, dominators)) return !length.empty();
  return length.size() == 1 && length.begin()->first.first != unknown;
}

bool LoopNumbers::is_written_in(std::uint64_t where, const std::set<int>& blocks) const {
  return std::any_of(blocks.begin(), blocks.end(), [&](int index) {
    const auto first = found_.numbers.lower_bound(block(index).begin),
               behind = found_.numbers.lower_bound(block(index).end);
    return std::any_of(first, behind, [&](const At& at) { return at.second.where == where && at.second.is_written; });
  });
}

bool LoopNumbers::is_changed_between(
    std::uint64_t where, const FlowBlock& from, const FlowBlock& to, const std::set<int>& body) const {
  if (&from == &to) return false;
  return std::any_of(found_.numbers.begin(), found_.numbers.end(), [&](const At& at) {
    if (at.second.where != where || !at.second.is_written) return false;
    const FlowBlock* const other = flow_.block_at(at.first);
    if (!other || other == &from || other == &to || body.contains(int(other - flow_.blocks.data()))) return false;
    const bool is_round = flow_.holds(other->loop, to.loop) && !flow_.holds(other->loop, from.loop);
    return flow_.leads(from, *other) && (is_round || flow_.leads(*other, to));
  });
}

void LoopNumbers::add_parts(
    std::uint64_t where, std::uint64_t behind, std::int64_t times, const InFront& of, int depth, Parts& sum) const {
  constexpr int deepest = 16;
  if (!where) return;
  const FlowBlock* const from = behind == ~std::uint64_t(0) ? nullptr : flow_.block_at(behind);
  const FlowBlock& to = from ? *from : block(of.last);
  bool is_behind = from;
  for (const int before : of.dominators) {
    if (is_behind && from != &block(before)) continue;
    const std::uint64_t end = std::exchange(is_behind, false) ? behind : block(before).end;
    auto at = found_.numbers.lower_bound(end);
    while (at != found_.numbers.begin() && std::prev(at)->first >= block(before).begin) {
      const At& made = *--at;
      if (made.second.where != where || !made.second.is_written) continue;
      const auto call = found_.calls.lower_bound(made.first);
      if (where < first_that_outlives_calls && call != found_.calls.end() && *call < end) return;
      if (done(made).becomes_constant) return;
      if (is_changed_between(where, block(before), to, of.body)) {
        sum[{unknown, where}] += times;
        return;
      }
      const auto is = found_.sums.find(made.first);
      const std::uint64_t copied = copied_into(made);
      if (depth < deepest && is != found_.sums.end() && is->second.mask) {
        Parts whole;
        add_parts(is->second.and_of, made.first, 1, of, depth + 1, whole);
        // Of one number the same mask gives the same part, wherever it is taken.
        if (whole.size() == 1 && whole.begin()->second == 1) {
          const auto [place, number] = whole.begin()->first;
          sum[{place, number | is->second.mask << 32}] += times * is->second.times;
        } else {
          sum[{made.first, where}] += times;
        }
      } else if (depth < deepest && is != found_.sums.end()) {
        add_parts(is->second.of, made.first, times, of, depth + 1, sum);
        add_parts(is->second.and_of, made.first, times * is->second.times, of, depth + 1, sum);
      } else if (depth < deepest && copied) {
        add_parts(copied, made.first, times, of, depth + 1, sum);
      } else {
        sum[{made.first, where}] += times;
      }
      return;
    }
  }
  // Not known, if it is given a value somewhere.
  const auto end = found_.numbers.end();
  const bool is_given = std::any_of(found_.numbers.begin(), end, [&](const At& at) {
    const FlowBlock* const in = flow_.block_at(at.first);
    return at.second.where == where && at.second.is_written && in && !of.body.contains(int(in - flow_.blocks.data()));
  });
  sum[{is_given ? unknown : 0, where}] += times;
}

}  // namespace simt
