// A worker: a host thread that runs blocks of a launch, one after the other, with what it needs for them.
//
// A launch goes like this. Workers take blocks in order. A worker runs the block's warps one after the other; each CUDA
// thread runs on a fiber (Scheduler) until it ends, meets a barrier, or has filled its record. While it runs, the
// compiler's instrumentation calls hooks.cpp, which checks every access and notes it down together with the basic blocks
// the thread passes. When all 32 lanes of a warp have stopped, Lockstep reads their 32 records side by side and advances
// them as a warp would move; the accesses that lanes make together are one request, which RequestCounter counts.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "simt/checkers/checker.hpp"
#include "simt/engine/core/cluster.hpp"
#include "simt/engine/core/copies.hpp"
#include "simt/engine/core/fault.hpp"
#include "simt/engine/core/lane.hpp"
#include "simt/engine/core/launch_state.hpp"
#include "simt/engine/core/lockstep.hpp"
#include "simt/engine/core/remarks.hpp"
#include "simt/engine/core/requests.hpp"
#include "simt/engine/core/scheduler.hpp"
#include "simt/engine/memory/memory.hpp"
#include "simt/engine/memory/shared_memory.hpp"

namespace simt {

struct Parked;  // grid.cpp: a block that waits for the grid

// Of more threads than a warp: what they wait at, and what they put down for each other.
struct Tile {
  std::uint64_t object = 0;
  std::vector<char> values;
};

// How a lane waits for copies (Meeting::parameter).
enum : int { copies_bulk = 1, copies_read = 2, copies_all = 4 };

struct alignas(64) Worker {
  Worker(LaunchState& launch, unsigned index);
  Worker(const Worker&) = delete;

  // Runs one block to its end; false when it faulted (then `fault` says how).
  bool run_block(std::uint64_t block_number);
  // grid.cpp: runs all blocks of a launch whose blocks wait for each other, all or those of each cluster; false when one
  // faulted.
  bool run_grid();

  // What hooks.cpp asks at every access, nearly always all that it asks.
  std::uint64_t device_begin = 0;
  bool looks_closer = false;   // whether there is more to do than to check where it goes and to note it down:
  bool checks_any = false;     // there are checkers,
  bool in_warp_order = false;  // or the access must wait until lockstep has come to it
  PageMarks copied;            // of pages that this launch has written
  AddressRange closure;        // the kernel's arguments, which every thread copies before it begins
  SharedMemory shared;
  AddressRange global_windows[16];  // the allocations that recent accesses lay in, by granule
  AddressRange& global_window(std::uint64_t address) {
    return global_windows[address / DeviceMemory::granule_bytes % std::size(global_windows)];
  }
  bool find_global(AddressRange& window, std::uint64_t address, unsigned bytes) const;
  // Which memory the running lane's access goes to; `known` is false where it has no business.
  Space classify(std::uint64_t address, bool& known, unsigned bytes = 1) const;
  // Until all blocks below this one have ended: what blocks may communicate by is touched in their order.
  void wait_for_turn();
  // cluster.cpp
  bool reach(Lane& lane, std::uint64_t address, unsigned bytes, std::uint64_t pc, bool is_counted);
  std::uint64_t slot_of(const uint3& block) const;
  std::uint64_t own_slot() const { return slot_of(block); }
  // The same for the same byte of shared memory, whichever block of its cluster touches it; and whose it is.
  std::uint64_t shadow_address(std::uint64_t address) const;
  std::uint64_t shared_owner(std::uint64_t address) const;
  // Global memory, before the running lane writes to it.
  void keep_for_undo(std::uint64_t address);

  LaunchState& launch;
  const unsigned index;  // in launch.running
  uint3 block{};
  std::uint64_t block_index = 0;
  std::unique_ptr<ClusterMemory> cluster;  // where the launch has clusters
  std::vector<std::uint64_t> slot_blocks;  // the numbers of the blocks whose memory that is
  std::vector<Lane> lanes;
  std::vector<std::uint64_t> steps;  // events of each warp of the block, for the limit
  bool has_turn = false;             // all blocks below this one have ended

  Scheduler scheduler;
  RequestCounter requests;
  Lockstep lockstep;
  std::vector<std::unique_ptr<Checker>> checkers;
  Remarks remarks;

  bool faulted = false;
  bool reordered = false;  // the launch has to be run again, in warp order
  Fault fault{};
  Lane* faulty = nullptr;
  std::string complaint;  // what goes to stderr if that ends the launch
  // That lanes have read and written through surfaces, and stored into constant memory.
  std::uint64_t surface_bytes = 0, constant_bytes = 0;

  AtomicUses atomics;
  std::unordered_set<std::uint64_t> used_results;     // atomics (code addresses) whose result is used
  std::unordered_set<std::uint64_t> ordered_atomics;  // those of which the last one decides what is left
  std::uint64_t arrivals =
      0;  // at objects that lanes wait at (device_functions/barrier_objects.cpp), and what else changes them
  std::map<std::pair<unsigned, unsigned>, Tile> tiles;                 // of the block: by size and rank
  std::uint32_t atomic_operations = 0;                                 // which ones (AtomicOp) there were, a bit each
  std::unordered_set<std::uint64_t> volatile_accesses, copy_accesses;  // code addresses
  CopyCounts copy_counts;
  // By the place where an object is moved whole: in pieces of how many bytes its type lets it be moved; 0: nobody knows.
  struct MovedObject {
    std::uint64_t pc = 0;
    std::size_t bytes = 0;
    unsigned piece = 0;
  };
  std::array<MovedObject, 64> moved_objects{};
  std::unique_ptr<AsyncCopies> copies;            // of the block, or its cluster; null: there were none
  std::string what_is_missing(const Lane& lane);  // it waits at an object, for ever

 private:
  std::vector<Lane> make_lanes();
  void begin_block(std::uint64_t block_number);
  bool run_to_stop();  // until no lane can go on: true when some wait for other blocks
  void run_warp_segment(unsigned warp);
  bool order_was_right(Lane& lane);
  void wake(Lane* first);
  bool may_pass(const Lane& lane);
  void done_waiting(const Lane& lane);  // for copies
  bool wait_at_objects();               // false when only another block can let them go on
  void look_at_fault();
  bool commutes(Event event) const;
  void run_ahead(Lane* first, std::uint32_t others);
  bool rewind(Lane& lane);  // its record is read; false when its warp has made too many steps
  void put_into_words();
  void end_block();
  void fail(Lane& lane, const Fault& how);
  // grid.cpp
  bool run_rounds(std::vector<Parked>& blocks);
  bool run_turn(Parked& mine);
  bool release(std::vector<Parked>& blocks);
  bool wait_for_ever(std::vector<Parked>& blocks);
  void leave_cluster();
  void retire(std::vector<Lane>& lanes);
  // meetings.cpp: lanes that wait
  std::uint32_t next_meeting(unsigned warp);
  bool hold_meeting(unsigned warp, std::uint32_t group);
  void check_barrier();
  void count_votes();
  // Lanes that waited for each other go on, at the same time: that of the last to come.
  void end_wait(const Gathering& those);

  bool barrier_complete = true;  // lanes at the block's barrier go on
  bool objects_let_go = false;   // those at objects, too, and are told that they have waited in vain
  std::uint64_t arrivals_before = 0;
  unsigned vain_rounds = 0;
  std::unique_ptr<std::uint64_t[]> records_;
};

}  // namespace simt
