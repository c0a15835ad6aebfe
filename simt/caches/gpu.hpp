// What the model of the caches takes a GPU to be. One file a GPU, in gpus/.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "simt/caches/kernels.hpp"

namespace simt::caches {

struct Gpu {
  const char* name;          // as `./course profile --caches NAME` takes it
  const char* title;         // as a person reads it
  bool measured;             // held against counters of such a GPU; else taken from documents alone
  const char* architecture;  // as nvcc names it

  unsigned multiprocessors;
  unsigned warps_of_multiprocessor, blocks_of_multiprocessor;  // at most
  unsigned registers_of_multiprocessor;  // a quarter of them for a quarter of the warps, a warp's 256 at a time

  // L1 and shared memory are one piece. Of the sizes that shared memory can have the driver takes the smallest with room for what
  // it wants; the rest is L1.
  unsigned unified_kib;
  std::array<unsigned, 10> shared_kib;  // ascending; the last may be repeated
  unsigned shared_bytes_reserved;       // of each block, by the system
  // It wants room for twice as many blocks as there can be, up to so many KiB, where a block has no more threads than so many.
  unsigned shared_kib_spare, threads_spared_for;

  // Blocks are handed out to clusters of multiprocessors in turn, one to each of the cluster's; the first cluster has its turn
  // again after so many others (0: as any other).
  std::array<unsigned, 9> clusters;
  unsigned first_cluster_every;

  unsigned l1_set_bits, l1_ways;  // its sets, and the lines of one
  unsigned l1_lines_kept;         // that loads and stores cannot have
  unsigned sectors_of_launch;     // that a launch has from DRAM for itself where L2 was empty: instructions, …

  // The next turn is one of so many warps', those that have waited longest, and of none of so many that have just had one.
  unsigned warps_to_choose_from, warps_that_rest;
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

// How many blocks a multiprocessor holds at a time, and how much of it is then L1. Where registers are not known, they limit
// nothing.
struct Residency {
  unsigned blocks;
  unsigned l1_bytes;
};
Residency residency(const Gpu& gpu, const Kernel& kernel, unsigned threads, std::uint64_t shared_bytes);

}  // namespace simt::caches
