// What machine code says of its jumps, and of the numbers that loops count by.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "simt/engine/core/flow.hpp"
#include "simt/engine/platform/instructions.hpp"

namespace simt {

struct Jump {
  std::uint64_t next = 0;  // address behind the instruction
  std::uint64_t to = 0;    // 0: not known, or a return
  bool falls_through = false;
  bool asks_for_sign = false;  // of one number: in front of it stands `test r, r`, say
  bool counts = false;         // it asks about a register that has been moved by a constant since the jump before
  std::uint64_t asked_by = 0;  // the comparison in front of it, if it changes nothing
  bool is_narrow = false;      // of 32 bits
  bool is_unsigned = false;    // whether one is less, of numbers without a sign
  bool is_signed = false;      // the same, of numbers with one
};

// What there is to know of the code: every instruction that ends a block, by its address, where calls are, and what is done to
// numbers.
struct Instructions {
  std::map<std::uint64_t, Jump> jumps;
  std::set<std::uint64_t> calls;
  std::multimap<std::uint64_t, Number> numbers;
  // What a store to the frame and what is in front of it do together, where no one instruction does it: by the store's address.
  std::map<std::uint64_t, Number> stored;
  std::map<std::uint64_t, Sum> sums;
};

Instructions read_instructions(const std::uint8_t* code, std::size_t size, std::uint64_t begin);

// What a loop's numbers say of how often it goes round, and of how nvcc unrolls it.
class LoopNumbers {
 public:
  LoopNumbers(const Flow& flow, const Instructions& found) : flow_(flow), found_(found) {}

  // The jump that ends a block, if one does.
  const Jump* jump_behind(int block) const;
  // `in_front`: the blocks in front of the loop, nearest first.
  // Whether a loop of one block changes a whole number, not by a constant, that a constant was put into in front of it. (What moves
  // by a constant may be g++'s own, which counts from 0 where the source does not.)
  bool adds_from_constant(int head, const std::vector<int>& in_front) const;
  // Whether a loop of one block counts with a number of 32 bits that begins at no constant: then who asks for a sign in front of it
  // asks whether there is any round (from g++ 14 on, of `first < first + n`). Not one that is left when it is equal: g++ may have moved that.
  bool begins_elsewhere(int head, const std::vector<int>& in_front) const;
  // Whether a loop of one block counts with a number of 32 bits, with a sign, that a constant was put into in front of it.
  bool counts_from_constant(int head, const std::vector<int>& in_front) const;
  // Whether a loop of one block ends by what it has loaded, and by nothing that it moves: then nobody can say how often it goes round.
  bool asks_what_is_loaded(int head) const;
  // Whether a loop of one block counts, by more than one, with a number of 32 bits that may come round to where it began: it has no
  // sign, or an address is made of it anew in each round, and nothing else, where a pointer would be moved if it could not. Its bound is no constant.
  bool may_wrap(int head) const;
  // Whether what it counts by begins at a constant, moves by one, and is compared with one. `last` is the block that leaves it.
  bool is_constant(int last, const std::set<int>& body, const std::vector<int>& in_front) const;
  // Whether what it counts by is compared with a number that lies at no constant distance from where it begins, as with the bound of a
  // loop around it, of which g++ need not ask whether there is any round. `dominators`: the blocks that every way to the loop leads
  // through, nearest first. False where the code does not tell.
  bool has_a_length(int last, const std::set<int>& body, const std::vector<int>& dominators) const;

 private:
  using At = std::pair<const std::uint64_t, Number>;
  // What is done to a number there; of one in the frame, by several instructions.
  const Number& done(const At& at) const;
  // Whether a loop of one block ends by a comparison with a number of 32 bits, with a sign, that it moves by a constant, and of which this
  // is true.
  bool counts_with(int head, const std::function<bool(std::uint64_t where)>& asked_of) const;
  bool moves_by_constant(std::uint64_t where, const std::set<int>& body) const;
  bool becomes_constant(std::uint64_t where, const std::vector<int>& in_front) const;
  // What a number is made of: how many times each other one is in it, by the instruction that makes it, or by its place if none is known.
  // Constants are left aside, and where a thread's own memory begins, and what functions return.
  using Parts = std::map<std::pair<std::uint64_t, std::uint64_t>, std::int64_t>;
  struct InFront {
    int last;  // block of the loop
    const std::set<int>& body;
    const std::vector<int>& dominators;
  };
  // Adds the parts of a number as it is in front of an instruction, or of the loop (~0), so many times.
  void add_parts(
      std::uint64_t where, std::uint64_t behind, std::int64_t times, const InFront& of, int depth, Parts& sum) const;
  bool is_written_in(std::uint64_t where, const std::set<int>& blocks) const;
  // Whether a block that not every way leads through, and that the loop does not hold, changes the number on a way from one to the other.
  bool is_changed_between(
      std::uint64_t where, const FlowBlock& from, const FlowBlock& to, const std::set<int>& body) const;
  // Compilers with too few registers keep a number in the frame: they put a copy of a register there, and compare with a copy of it.
  // Which number in the frame `where` is a copy of, by the code from `begin` to `behind`; 0: of none.
  std::uint64_t copied_from_frame(std::uint64_t where, std::uint64_t begin, std::uint64_t behind) const;
  // Which number the instruction that writes the one of `at` only copies; 0: it does something else.
  std::uint64_t copied_into(const At& at) const;
  const FlowBlock& block(int index) const { return flow_.blocks[std::size_t(index)]; }

  const Flow& flow_;
  const Instructions& found_;
};

}  // namespace simt
