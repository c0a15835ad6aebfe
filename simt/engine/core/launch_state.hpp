// One launch, while it runs: what all of its workers read.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "simt/engine/memory/address_range.hpp"
#include "simt/engine/memory/undo.hpp"
#include "simt/engine/memory/variables.hpp"
#include "simt/include/simt/launch.h"

namespace simt {

struct Operation;
namespace caches {
class LaunchCaches;
}

// What a launch is of, before it begins; a graph launches the same one again and again.
struct LaunchPlan {
  std::string kernel;
  ThreadBody body = nullptr;
  const void* closure = nullptr;
  std::size_t closure_bytes = 0;
  const void* kernel_address = nullptr;  // known where the launch was by address
  dim3 grid, block;
  std::size_t dynamic_shared_bytes = 0;
  std::uint64_t blocks = 0;
  unsigned threads = 0;         // in a block
  unsigned launch_bound = 0;    // and the most that its kernel's __launch_bounds__ allows; 0: it has none
  bool cooperative = false;     // then all blocks are there at once
  dim3 cluster{1, 1, 1};        // blocks of a cluster, which are there at once, too
  bool is_of_clusters = false;  // be it of one block: some instructions are legal only then
  bool has_clusters() const { return cluster.x * cluster.y * cluster.z > 1; }
  std::uint64_t operation_limit = 0;
  std::uint64_t clock_origin = 0;  // what clock64() shows when a block begins
  std::uint64_t clock_pace = 1;    // and how many ticks more with each step
  std::uint64_t traced_block = ~std::uint64_t(0);
  unsigned traced_warp = 0;
  int device = 0;
  bool several_devices = false;  // then memory of another one may be out of reach
};

struct LaunchState : LaunchPlan {
  bool in_warp_order = false;                    // each access of a warp takes effect where lockstep comes to it
  std::unique_ptr<Undo> undo;                    // otherwise
  std::shared_ptr<caches::LaunchCaches> caches;  // null: not modelled
  std::string printed;                           // until it is known that the launch stands
  Operation* operation = nullptr;                // as the timeline knows it, where its touches are kept
  std::shared_ptr<const Variables> variables;    // __device__, __managed__ and __constant__ ones
  std::vector<AddressRange> registered;          // host memory given to cudaHostRegister
  std::vector<AddressRange> constants;           // read-only data of the program
  std::vector<AddressRange> code;                // of the program's, not of the libraries it uses
  bool reaches(std::uint64_t address) const;     // live device memory, of this device or of a peer
  bool holds_whole(std::uint64_t address, unsigned bytes) const;  // not across the end of a variable
  std::atomic<std::uint64_t> faulted_block{~std::uint64_t(0)};    // the lowest so far
  static constexpr std::uint64_t ended = ~std::uint64_t(0);
  std::deque<std::atomic<std::uint64_t>> running;  // by worker: the block it is at, or that it has ended
  void now_at(unsigned worker, std::uint64_t block) {
    running[worker].store(block);
    running[worker].notify_all();  // Worker::wait_for_turn
  }
};

// The block of this number in the grid.
inline uint3 block_of(const dim3& grid, std::uint64_t number) {
  return {unsigned(number % grid.x), unsigned(number / grid.x % grid.y), unsigned(number / grid.x / grid.y)};
}

}  // namespace simt
