// Control flow of compiled kernels: blocks, loops, and an order in which the program comes to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace simt {

// A load that both arms of a branch begin with (hoisted.hpp): where the call that tells of it returns to, here and in the arm that
// stands first in the code.
struct HoistedLoad {
  std::uint64_t here = 0, common = 0;
};
constexpr std::size_t most_hoisted = 4;  // of one branch

struct FlowBlock {
  std::uint64_t begin = 0, end = 0;  // code addresses
  int order = 0;                     // topological: a block comes after all that lead to it, jumps back aside
  int loop = -1;                     // innermost loop that holds it
  bool is_head = false;              // of that loop
  int next[2] = {-1, -1};            // where it leads to
  bool calls = false;                // every block calls that stands for something in the source
  bool is_quiet = false;             // it calls nothing else: it touches no memory
  std::vector<HoistedLoad> hoisted;  // what it begins with, as the other arm of its branch does
};

struct FlowLoop {
  int parent = -1;
  int head_order = 0;
  // It has one way out, and nothing leads around it: the compiler knew that it goes round at least once, as of a loop of
  // constant length. And nothing in the code says that the length is none (LoopNumbers::has_a_length).
  bool is_certain = false;
  // How often it goes round is a constant that stands in the code.
  bool is_constant = false;
  // It is one block, and does not end by the sign of a number, as the walk along a list does.
  bool is_counted_block = false;
  // What it counts by moves by a constant each round.
  bool steps_by_constant = false;
  // What it counts by may come round to where it began: then nvcc does not unroll it, but its assembler does.
  bool may_wrap = false;
  // A whole number that it changes in each round begins at a constant: what it counts by (then what leads around it asks for the
  // sign of one number, as where it begins at 0), or a sum. Then nvcc leaves the single rounds for the end.
  bool begins_at_constant = false;
};

// One function, from its machine code. Loops are natural loops; loops that share a head are one.
struct Flow {
  std::uint64_t begin = 0, end = 0;
  std::vector<FlowBlock> blocks;  // by address
  std::vector<FlowLoop> loops;

  const FlowBlock* block_at(std::uint64_t address) const;
  // Whether a way from one block leads to the other without a jump back.
  bool leads(const FlowBlock& from, const FlowBlock& to) const;
  // Whether loop `outer` is `inner` or holds it. -1 is no loop.
  bool holds(int outer, int inner) const {
    while (inner != -1 && inner != outer) inner = loops[std::size_t(inner)].parent;
    return inner == outer && outer != -1;
  }
};

// The function that a code address lies in. The answer lives as long as the program; a function that
// cannot be read comes back without blocks. May be called from any thread.
const Flow& flow_of(std::uint64_t address);

// Of machine code given as bytes: `code` is what lies at address `begin`.
Flow read_flow(const std::uint8_t* code, std::size_t size, std::uint64_t begin);

}  // namespace simt
