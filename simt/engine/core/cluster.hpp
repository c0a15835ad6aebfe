// The shared memory of a cluster's blocks as they reach each other's: each block's own lies here while another one runs.
//
// Blocks of a cluster take turns, as those of a cooperative launch do (grid.cpp). The one that runs has its shared arrays where
// every block has them; map_shared_rank() of another block's gives an address in that block's part of this memory.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/engine/core/lane.hpp"
#include "simt/engine/memory/shared_memory.hpp"

namespace simt {

struct Worker;

// The places of blocks in clusters: x runs fastest in both.
struct ClusterShape {
  dim3 grid, cluster;
  unsigned blocks() const { return cluster.x * cluster.y * cluster.z; }
  uint3 within(const uint3& block) const { return {block.x % cluster.x, block.y % cluster.y, block.z % cluster.z}; }
  unsigned rank(const uint3& block) const {
    const uint3 in = within(block);
    return (in.z * cluster.y + in.y) * cluster.x + in.x;
  }
  std::uint64_t number(const uint3& block) const {
    return (std::uint64_t(block.z / cluster.z) * (grid.y / cluster.y) + block.y / cluster.y) * (grid.x / cluster.x) +
           block.x / cluster.x;
  }
  // The number in the grid of a cluster's block.
  std::uint64_t block(std::uint64_t number, unsigned rank) const;
};

class ClusterMemory {
 public:
  // For so many blocks at once.
  ClusterMemory(const SharedMemory& shared, std::uint64_t slots);
  ~ClusterMemory();
  ClusterMemory(const ClusterMemory&) = delete;

  struct Place {
    const SharedArray* array = nullptr;  // null: not all of the bytes lie in one
    std::uint64_t slot = 0, offset = 0;
    const SharedArray* below = nullptr;  // the one that begins at or in front of them
  };
  std::uint64_t begin() const { return base_; }
  std::uint64_t bytes() const { return bytes_; }
  bool holds(std::uint64_t address) const { return address - base_ < bytes_; }
  Place place(std::uint64_t address, unsigned bytes = 1) const;
  // Where that slot's block has what the one that runs has at `own`; 0 where that is no shared memory.
  std::uint64_t address(std::uint64_t slot, std::uint64_t own) const;
  void clear(std::uint64_t slot);      // a block begins
  void put_aside(std::uint64_t slot);  // the block that runs stands still
  void take_up(std::uint64_t slot, SharedMemory& shared);

  // What a block has done and had done to it, for what can be wrong with reaching it.
  struct Block {
    bool ended = false;
    std::uint64_t meetings = 0;  // barriers of its cluster that it has passed
    // The last access of another block's to it, since the barrier that it has passed last.
    std::uint64_t reached_at = 0, reached_in = ~std::uint64_t(0);
  };
  std::vector<Block> blocks;  // by slot

 private:
  std::vector<SharedArray> arrays_;
  std::vector<std::uint64_t> offsets_;  // of arrays, in a slot
  std::uint64_t base_ = 0, slot_bytes_ = 0, bytes_ = 0;
};

}  // namespace simt
