// What nvcc makes of neighbouring shared accesses of a lane: one access of 8 or 16 bytes.
//
// As measured on an H200 (tests/simt/calibration/fused.cu): loads of words and double words that stand in a row, with no
// barrier, call, shared atomic or store to shared memory in between, but for one to another field of a structure, are one where
// nvcc sees that it is aligned: of 8 bytes, or of 16, for three words of the four, too. So are stores, if no load and no other
// array is in between and every byte is written. Loops of a constant length are unrolled first, and what has been loaded or stored
// is not loaded again, unless something has been stored since that may be the same. What nvcc sees is not known here. So it is
// judged by all that happened: fused is what was aligned and side by side for every lane every time.
// A loop whose length may not be constant is unrolled by four: what is left over stays by itself (loops/around.hpp).
//
// A run is what a warp's lanes loaded and stored in shared memory in a row. Runs that are alike, but for where in their arrays
// they lie, are one pattern, which is kept with how often it came; what is fused is decided when the launch has ended.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "simt/engine/core/flow.hpp"
#include "simt/engine/core/position.hpp"
#include "simt/engine/loops/around.hpp"
#include "simt/engine/memory/shared_memory.hpp"
#include "simt/include/simt/h200.h"

namespace simt {

// How the lanes of a request lie to each other: each lane's address from the first one's. Lanes that take no part: 0.
struct LanePattern {
  std::uint64_t hash = 0;
  std::int32_t distance[warp_lanes] = {};
};

class FusionWatch {
 public:
  // One access of a run. Its array is that of the `array`-th of the run; it begins `offset` bytes behind the first access
  // to that array, whose place in the array, modulo 16, is the offset of the first.
  struct Step {
    std::uint64_t key = 0;  // Event::where
    unsigned array = 0;
    std::int64_t offset = 0;
    LoopsAround loops;
    LanePattern lanes;
  };
  struct Pattern {
    std::uint32_t active = 0;
    std::uint64_t times = 0;
    std::vector<Step> steps;
  };
  // Runs of the same instructions in the same order. Too many different ones are no regular access, and are not kept.
  struct Shape {
    bool irregular = false;
    std::uint64_t rounds = 0;  // as in go_on_in
    std::unordered_map<std::uint64_t, Pattern> patterns;
  };
  using Shapes = std::unordered_map<std::uint64_t, Shape>;
  static constexpr std::size_t most_patterns = 64, most_shapes = 1024;

  explicit FusionWatch(const SharedMemory* memory = nullptr) : memory_(memory) {}

  // The lanes of `active` access shared memory; `first` is the address of the first of them.
  void access(std::uint64_t key, std::uint32_t active, std::uint64_t first, const LanePattern& lanes);
  // They come to a block of the program.
  void enter(const Flow& flow, const FlowBlock& block);
  // Which rounds these are of the loops of constant length around them: nvcc unrolls such a loop whole, and so what stands in it is
  // other code in each round.
  void go_on_in(std::uint64_t rounds) { in_rounds_ = rounds; }
  // A barrier, a call, another warp: what comes is not fused with what was.
  void end_run();

  const Shapes& shapes() const { return shapes_; }
  const RoundsSeen& rounds_seen() const { return loops_.rounds_seen(); }

 private:
  struct UsedArray {
    std::uint64_t begin = 0;
    std::int64_t first = 0;  // the place of the run's first access to it
  };
  UsedArray& used_array(std::uint64_t begin);
  bool is_long_enough(std::uint64_t key) const;
  void close_run();

  const SharedMemory* memory_;
  const Flow* flow_ = nullptr;
  const FlowBlock* block_ = nullptr;
  std::uint32_t active_ = 0;
  std::vector<UsedArray> arrays_;
  std::vector<Step> steps_;
  LoopWatch loops_;
  std::uint64_t in_rounds_ = 0, run_in_rounds_ = 0;  // now, and where the run began
  Shapes shapes_;
};

// What fusing changes at an instruction: a fused access counts at the first of those that it is made of.
struct Fused {
  int bytes = 0;  // the widest that it becomes
  std::int64_t wavefronts = 0, ideal_wavefronts = 0;
};
// Of all workers of a launch, by Event::where. `fixed` are the addresses of instructions that stay as they are.
std::map<std::uint64_t, Fused> fused_accesses(
    const std::vector<const FusionWatch*>& watches, const std::unordered_set<std::uint64_t>& fixed);

}  // namespace simt
