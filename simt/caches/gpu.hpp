// What the model of the caches takes a GPU to be. One file a GPU, in gpus/.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace simt::caches {

struct Gpu {
  const char* name;   // as `./course profile --caches NAME` takes it
  const char* title;  // as a person reads it
  bool measured;      // held against counters of such a GPU; else taken from documents alone

  unsigned multiprocessors;
  unsigned warps_of_multiprocessor, blocks_of_multiprocessor;  // at most

  // L1 and shared memory are one piece. Of the sizes that shared memory can have, the smallest is taken that the blocks on a
  // multiprocessor fit into; the rest is L1.
  unsigned unified_kib;
  std::array<unsigned, 10> shared_kib;  // ascending; the last may be repeated
  unsigned shared_bytes_reserved;       // of each block, by the system

  unsigned warps_to_choose_from;           // for the next turn: those that have waited longest
  unsigned loads_in_turn, stores_in_turn;  // so many in a row a warp makes before another one has its turn, at most
  unsigned joined_lines;  // so many lines wait on the way from L1 to L2; a request for one of them joins it

  // So many multiprocessors that ask for the same are one read of L2, while they have not made that many times 32 requests more.
  unsigned merged_readers, merged_rounds;

  unsigned l2_halves;  // each serves half of the multiprocessors, and half of the lines are at home in it
  unsigned l2_sets;    // of each half; a power of two
  unsigned l2_ways;
  unsigned l2_partial_lines;  // lines with sectors of which only some bytes were stored; of more, the oldest are filled
  std::uint64_t l2_dirty_kib;  // that wait to be written to DRAM; of more, the oldest are written

  unsigned l2_kib() const { return l2_halves * l2_sets * l2_ways / 8; }
};

const std::vector<const Gpu*>& all_gpus();
// Of that name; null: there is none.
const Gpu* find_gpu(const std::string& name);

// How many blocks a multiprocessor holds at a time, and how much of it is then L1. Registers are not known: as many are assumed
// as never limit.
struct Residency {
  unsigned blocks;
  unsigned l1_bytes;
};
Residency residency(const Gpu& gpu, unsigned threads, std::uint64_t shared_bytes);

}  // namespace simt::caches
