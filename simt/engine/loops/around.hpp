// The loops around an access, and which of them nvcc unrolls whole.
//
// A loop of a constant length is unrolled whole, any other by four; one with such a loop in it is taken not to be, though nvcc unrolls some
// (of five rounds, not of twelve). Whether a length is constant
// is judged by the code, where a compiler has left out the question whether there is any round; and by what happened: it went round as
// often every time that it was gone through. The code alone would not do: of `for (int j = 0; j <= i; ++j)` in a loop over i some versions
// of g++ know that there is a round, and others ask (tests/simt/calibration/triangles.cu).
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "simt/engine/core/flow.hpp"

namespace simt {

struct LoopsAround {
  static constexpr unsigned most = 4;
  struct InLoop {
    int loop = -1;                  // of the flow; -1: none
    unsigned entry = 0, round = 0;  // which time it was come to, and the round, from 1
  };
  const Flow* flow = nullptr;
  int order = 0;       // of the block
  int innermost = -1;  // the loop that the block stands in: known behind a barrier, too, where rounds are not
  InLoop loops[most];  // innermost first; those further out are left out
};

// How often each loop goes round. 0: not always as often.
using RoundsSeen = std::map<std::pair<const Flow*, int>, unsigned>;

// Follows a warp through loops.
class LoopWatch {
 public:
  // It comes to a block; `before` is the one it comes from, if it is known.
  void enter(const Flow& flow, const FlowBlock& block, const FlowBlock* before);
  // Where it goes on is not known: at another place, or with another warp.
  void forget() {
    open_.clear(), entries_ = 0, here_ = {.flow = here_.flow, .innermost = here_.innermost, .loops = {}};
  }

  const LoopsAround& here() const { return here_; }
  const RoundsSeen& rounds_seen() const { return seen_; }

 private:
  struct Open {
    LoopsAround::InLoop in;
    bool is_whole = false;  // from its first round on
  };
  // A block, which it is told of or not.
  void pass(const Flow& flow, const FlowBlock& block, const FlowBlock* before);

  const Flow* flow_ = nullptr;
  std::vector<Open> open_;  // outermost first
  unsigned entries_ = 0;
  LoopsAround here_;
  RoundsSeen seen_;
};

// A piece of code as nvcc makes it: what stands in one piece it may put together.
struct PieceOfCode {
  unsigned entry = 0, round = 0;  // of the innermost loop that is not unrolled whole; 0: of none
  unsigned part = 0;              // between the loops in it that are not; 0: it has none, and is unrolled by four
};

class PiecesOfCode {
 public:
  void add(const RoundsSeen& seen);
  PieceOfCode of(const LoopsAround& around);
  // Whether all loops around the block whose length stands in the code are unrolled whole.
  bool unrolls_constant(const LoopsAround& around);

 private:
  // By loop of the flow: whether nvcc unrolls it whole.
  const std::vector<bool>& whole(const Flow& flow);

  RoundsSeen seen_;
  std::map<const Flow*, std::vector<bool>> whole_;
};

}  // namespace simt
