// The numbers of loops (numbers.hpp).
#include "simt/engine/loops/numbers.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace simt {
namespace {

bool in_frame(std::uint64_t where) { return where >> 32; }

// Three instructions in a row load a number that lies in the frame, move it by a constant and store it; two put a constant there.
class Stored {
 public:
  // `numbers`: an instruction's. What a store does with those in front of it; where: 0 if it does nothing of this.
  Number see(const std::vector<Number>& numbers) {
    const Stored before = std::exchange(*this, {});
    if (numbers.size() == 1 && numbers[0].becomes_constant)
      register_ = numbers[0].where, number_.becomes_constant = true;
    if (numbers.size() != 2) return {};
    const bool first = in_frame(numbers[0].where);
    const Number &frame = numbers[!first], &other = numbers[first];
    if (in_frame(frame.where) && frame.is_read && other.is_written)
      register_ = other.where, number_.where = frame.where;
    if (in_frame(frame.where) && frame.is_written && other.where == before.register_)
      if (before.number_.becomes_constant ||
          (before.number_.where == frame.where && before.number_.moves_by_constant)) {
        Number stored = before.number_;
        stored.where = frame.where;
        return stored;
      }
    const Number& written = numbers[1];  // what is read stands first
    if (written.moves_by_constant && written.where == before.register_ && before.number_.where &&
        !before.number_.moves_by_constant && numbers[0].where == written.where) {
      *this = before;
      number_.moves_by_constant = true, number_.is_one = written.is_one;
    }
    return {};
  }

 private:
  std::uint64_t register_ = 0;  // that holds the number
  Number number_;               // where it was loaded from; none of a constant
};

}  // namespace

Instructions read_instructions(const std::uint8_t* code, std::size_t size, std::uint64_t begin) {
  Instructions found;
  csh reader;
  if (cs_open(architecture, mode, &reader) != CS_ERR_OK) return found;
  cs_option(reader, CS_OPT_DETAIL, CS_OPT_ON);
  cs_insn* instruction = cs_malloc(reader);
  std::uint64_t address = begin;
  bool tested = false;  // by the last instruction that sets flags
  bool counts = false;
  std::uint64_t asked_by = 0;
  bool narrow = false;
  std::set<unsigned> stepped;  // registers
  Stored stored;
  while (cs_disasm_iter(reader, &code, &size, &address, instruction)) {
    const bool returns = cs_insn_group(reader, instruction, CS_GRP_RET);
    const bool jumps_here = is_jump(reader, *instruction) && !is_over_trap(*instruction, code, size);
    const bool runs_here = reinterpret_cast<std::uint64_t>(code) == address;
    if (is_call(reader, *instruction) && !(runs_here && guards_return(*instruction)))
      found.calls.insert(instruction->address);
    std::vector<Number> numbers;
    for (const bool written : {false, true})  // what it reads it reads before it writes anything
      for (int i = 0; i < operands(*instruction); ++i)
        if (const Number number = number_at(*instruction, i); number.where && number.is_written == written)
          numbers.push_back(number);
    for (const Number& number : numbers) found.numbers.emplace(instruction->address, number);
    if (changes_frame_by_registers)
      if (const Number number = stored.see(numbers); number.where) found.stored.emplace(instruction->address, number);
    if (const auto sum = sum_at(*instruction)) found.sums.emplace(instruction->address, *sum);
    if (const Number number = moved_number(*instruction);
        number.where)  // as if behind it: nothing is loaded into this one
      found.numbers.emplace(instruction->address + 1, number);
    const bool still_tested = tested && keeps_flags(reader, *instruction);
    const bool was_tested = std::exchange(tested, compares_with_zero(*instruction) || still_tested);
    if (const unsigned number = stepped_by_constant(*instruction)) stepped.insert(number);
    if (is_comparison(*instruction))
      counts = std::any_of(
          stepped.begin(), stepped.end(), [&](unsigned number) { return compares_register(*instruction, number); });
    if (only_asks(*instruction)) asked_by = instruction->address, narrow = is_narrow(*instruction);
    else if (!jumps_here && !keeps_flags(reader, *instruction)) asked_by = 0;
    if (!returns && !jumps_here) continue;
    Jump jump;
    jump.asked_by = std::exchange(asked_by, 0);
    jump.is_narrow = jump.asked_by && narrow;
    jump.is_unsigned = asks_for_less_unsigned(*instruction);
    jump.is_signed = asks_for_less_signed(*instruction);
    jump.counts = std::exchange(counts, false);
    stepped.clear();
    jump.next = address;
    if (jumps_here) jump.to = target(*instruction);
    jump.falls_through = jumps_here && !is_plain_jump(*instruction);
    jump.asks_for_sign = was_tested || jumps_by_sign(*instruction);
    found.jumps[instruction->address] = jump;
  }
  cs_free(instruction, 1);
  cs_close(&reader);
  return found;
}

const Jump* LoopNumbers::jump_behind(int index) const {
  const FlowBlock& at = block(index);
  const auto jump = found_.jumps.lower_bound(at.begin);
  return jump != found_.jumps.end() && jump->second.next == at.end ? &jump->second : nullptr;
}

bool LoopNumbers::adds_from_constant(int head, const std::vector<int>& in_front) const {
  const FlowBlock& loop = block(head);
  std::map<std::uint64_t, bool> carried;  // whether it changes by more than a constant
  std::set<std::uint64_t> begun, floats;
  for (auto at = found_.numbers.lower_bound(loop.begin); at != found_.numbers.end() && at->first < loop.end; ++at) {
    const Number& number = at->second;
    if (number.may_be_float) floats.insert(number.where);
    if (begun.insert(number.where).second && number.is_read) carried[number.where] = false;
    if (const auto found = carried.find(number.where); found != carried.end() && number.is_written)
      found->second |= !done(*at).moves_by_constant;
  }
  return std::any_of(carried.begin(), carried.end(), [&](const auto& number) {
    const auto [where, changes] = number;
    return changes && !floats.contains(where) && becomes_constant(where, in_front);
  });
}

bool LoopNumbers::asks_what_is_loaded(int head) const {
  const Jump* const jump = jump_behind(head);
  if (!jump || !jump->asked_by) return false;
  const FlowBlock& loop = block(head);
  std::set<std::uint64_t> loaded, changed;
  for (int round = 0; round < 2; ++round) {  // what the round before has loaded, too
    std::uint64_t before = loop.begin;
    for (auto at = found_.numbers.lower_bound(loop.begin); at != found_.numbers.end() && at->first < loop.end;) {
      const auto behind = found_.numbers.upper_bound(at->first);
      const auto call = found_.calls.upper_bound(before);
      if (call != found_.calls.end() && *call < at->first)
        std::erase_if(loaded, [](std::uint64_t where) { return where < first_that_outlives_calls; });
      before = at->first;
      const bool from_loaded = std::any_of(at, behind, [&](const auto& of) {
        return of.second.is_loaded || (of.second.is_read && loaded.contains(of.second.where));
      });
      for (; at != behind; ++at) {
        const Number& number = at->second;
        if (!number.is_written) continue;
        changed.insert(number.where);
        if (from_loaded && !number.becomes_constant) loaded.insert(number.where);
        else loaded.erase(number.where);
      }
    }
  }
  const auto [first, last] = found_.numbers.equal_range(jump->asked_by);
  return std::none_of(first, last,
      [&](const auto& at) { return changed.contains(at.second.where) && !loaded.contains(at.second.where); });
}

bool LoopNumbers::may_wrap(int head) const {
  const Jump* const jump = jump_behind(head);
  if (!jump || !jump->is_narrow) return false;
  const auto first = found_.numbers.lower_bound(block(head).begin),
             behind = found_.numbers.lower_bound(block(head).end);
  std::set<std::uint64_t> counting;  // what is compared, and its copies
  const auto [asked, last] = found_.numbers.equal_range(jump->asked_by);
  if (std::distance(asked, last) < 2) return false;  // a bound that stands in the code: nothing comes so far
  for (auto at = asked; at != last; ++at) counting.insert(at->second.where);
  for (auto at = first; at != behind; ++at) {
    const auto [from, to] = found_.numbers.equal_range(at->first);
    const bool copies = std::any_of(
        from, to, [&](const auto& of) { return of.second.is_copied && counting.contains(of.second.where); });
    if (copies && at->second.is_written) counting.insert(at->second.where);
  }
  bool moves = false, is_one = false, is_widened = false, is_used = false;
  for (auto at = first; at != behind; ++at) {
    const Number& number = at->second;
    is_widened |= number.is_widened && !number.is_loaded;
    if (!counting.contains(number.where)) continue;
    moves |= number.moves_by_constant, is_one |= number.is_one;
    is_used |= number.is_read && !number.moves_by_constant && !number.is_copied && at->first != jump->asked_by;
  }
  return moves && !is_one && (jump->is_unsigned || (is_widened && !is_used));
}

bool LoopNumbers::is_constant(int last, const std::set<int>& body, const std::vector<int>& in_front) const {
  const Jump* const jump = jump_behind(last);
  if (!jump) return false;
  std::uint64_t asked_by = jump->asked_by;
  if (!asked_by) {  // what changes a number asks for it, too
    const auto behind = found_.numbers.lower_bound(block(last).end);
    if (behind != found_.numbers.begin()) asked_by = std::prev(behind)->first;
  }
  const auto [first, behind] = found_.numbers.equal_range(asked_by);
  if (first == behind) return false;
  const auto stored = found_.stored.find(asked_by);
  const bool is_stored = stored != found_.stored.end();
  const std::uint64_t asked = is_stored ? stored->second.where : first->second.where;
  if (!is_stored && std::any_of(first, behind, [&](const auto& at) { return at.second.where != asked; })) return false;
  const std::uint64_t kept = copied_from_frame(asked, block(last).begin, asked_by);
  const std::uint64_t where = kept ? kept : asked;
  return moves_by_constant(where, body) && becomes_constant(where, in_front);
}

std::uint64_t LoopNumbers::copied_from_frame(std::uint64_t where, std::uint64_t begin, std::uint64_t behind) const {
  for (auto at = found_.numbers.lower_bound(behind); at != found_.numbers.begin();) {
    --at;
    if (at->first < begin) break;
    if (at->second.where == where && at->second.is_written) {
      const std::uint64_t from = copied_into(*at);
      return in_frame(from) ? from : 0;
    }
  }
  return 0;
}

std::uint64_t LoopNumbers::copied_into(const At& at) const {
  const auto [first, behind] = found_.numbers.equal_range(at.first);
  if (std::distance(first, behind) != 2 || at.second.is_read) return 0;
  const Number& from = first->second.where == at.second.where ? std::next(first)->second : first->second;
  return from.is_copied && !from.is_written ? from.where : 0;
}

const Number& LoopNumbers::done(const At& at) const {
  const auto stored = found_.stored.find(at.first);
  return stored != found_.stored.end() && stored->second.where == at.second.where ? stored->second : at.second;
}

bool LoopNumbers::moves_by_constant(std::uint64_t where, const std::set<int>& body) const {
  bool moves = false;
  for (const int index : body) {
    auto at = found_.numbers.lower_bound(block(index).begin);
    for (; at != found_.numbers.end() && at->first < block(index).end; ++at) {
      if (at->second.where != where || !at->second.is_written) continue;
      if (!done(*at).moves_by_constant) return false;
      moves = true;
    }
  }
  return moves;
}

bool LoopNumbers::counts_with(int head, const std::function<bool(std::uint64_t where)>& asked_of) const {
  const Jump* const jump = jump_behind(head);
  if (!jump || !jump->is_narrow || !jump->is_signed) return false;
  const auto [first, behind] = found_.numbers.equal_range(jump->asked_by);
  return std::any_of(first, behind, [&](const auto& asked) {
    const std::uint64_t where = asked.second.where;
    const auto moves = [&](const auto& at) { return at.second.where == where && at.second.moves_by_constant; };
    return std::any_of(
               found_.numbers.lower_bound(block(head).begin), found_.numbers.lower_bound(block(head).end), moves) &&
           asked_of(where);
  });
}

bool LoopNumbers::begins_elsewhere(int head, const std::vector<int>& in_front) const {
  return counts_with(head, [&](std::uint64_t where) { return !becomes_constant(where, in_front); });
}

bool LoopNumbers::counts_from_constant(int head, const std::vector<int>& in_front) const {
  return counts_with(head, [&](std::uint64_t where) { return becomes_constant(where, in_front); });
}

bool LoopNumbers::becomes_constant(std::uint64_t where, const std::vector<int>& in_front) const {
  for (const int before : in_front) {
    auto behind = found_.numbers.lower_bound(block(before).end);
    for (; behind != found_.numbers.begin() && std::prev(behind)->first >= block(before).begin; --behind)
      if (const At& at = *std::prev(behind); at.second.where == where && at.second.is_written) {
        const std::uint64_t from = in_frame(where) ? copied_into(at) : 0;
        if (!from || done(at).becomes_constant) return done(at).becomes_constant;
        where = from;
      }
  }
  return false;
}

}  // namespace simt
