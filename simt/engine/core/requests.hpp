// What a warp's requests come to, summed by instruction.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "simt/caches/stream.hpp"
#include "simt/engine/core/atomic_costs.hpp"
#include "simt/engine/fusion/fusion.hpp"
#include "simt/engine/core/order.hpp"
#include "simt/engine/core/position.hpp"
#include "simt/include/simt/h200.h"
#include "simt/record.hpp"

namespace simt {

struct LaunchState;

// A request as lockstep hands it on.
struct WarpAccess {
  std::uint64_t key = 0;  // Event::where of every lane in it
  std::uint32_t active = 0;
  std::uint64_t address[warp_lanes] = {};  // of lanes that take no part: the first's that does
};

// The request of an instruction that is kept to show why it costs what it costs (Sample in record.hpp).
struct KeptRequest {
  int rank = -1;  // what it wastes, then how many lanes it has
  unsigned warp = 0;
  std::uint32_t active = 0;
  std::uint64_t block = 0;
  std::uint64_t address[warp_lanes] = {};
};

// The last request of an instruction with what it came to. One whose lanes are as far from each other costs the same.
struct SameAgain {
  std::uint64_t first = 0;  // the first lane's address
  std::uint64_t phase = 0;  // of it, as far as it matters
  LaneDistances lanes;
  LanePattern pattern;  // the same, of a shared access
  Counters counters;
};

// What happened at one instruction, summed. `key` is Event::where.
struct SiteCount {
  std::uint64_t key = 0;
  Space space = Space::global;
  Counters counters;
  KeptRequest kept;
  SameAgain last;
};

class SiteTable {
 public:
  SiteTable() : slots_(256, 0) {}
  SiteCount& at(std::uint64_t key, Space space);
  const std::vector<SiteCount>& counts() const { return counts_; }

 private:
  void grow();
  std::vector<std::uint32_t> slots_;  // index into counts_ plus one; 0 is empty
  std::vector<SiteCount> counts_;
};

class RequestCounter {
 public:
  // Without `shared`, all shared memory is one array. `copies`: where asynchronous copies are begun; `atomics`: what is known of
  // the atomics that have been made.
  explicit RequestCounter(const LaunchState& launch, const SharedMemory* shared = nullptr,
      const std::unordered_set<std::uint64_t>* copies = nullptr, const AtomicUses* atomics = nullptr)
      : fusion(shared), launch_(launch), copies_(copies), atomics_(atomics) {}

  std::uint64_t block = 0;  // the number of the one that runs
  FusionWatch fusion;
  OrderWatch order;
  std::unique_ptr<caches::Recorder> recorder;  // of what the caches are asked for; null: nobody wants to know
  std::uint64_t looked_again = 0;  // requests in a row that were their instruction's last one again, and stored nothing
  // Bytes that each lane of the last request stores, if two of them store at the same place; else 0.
  unsigned met_with = 0;
  // Addresses come with shared_flag and leave without it.
  void count(WarpAccess& access, unsigned warp);
  void acquire(Event event);
  // It will be counted later.
  void put_aside(const WarpAccess& access);
  // A bulk copy, which is none of a warp's requests; `address`: in global memory, or in the shared memory that gets it;
  // `other`: its other end, in the block's own shared memory.
  void count_bulk(
      Space space, std::uint64_t key, std::uint64_t address, std::uint64_t other, unsigned bytes, unsigned warp);
  const SiteTable& sites() const { return sites_; }
  const std::vector<WarpAccess>& trace() const { return trace_; }
  // Of a site, by its number; null: it is no atomic, or none of CUDA's own.
  const AtomicCosts* atomic_costs(std::uint32_t site) const {
    const auto found = atomic_costs_.find(site);
    return found == atomic_costs_.end() ? nullptr : &found->second;
  }

 private:
  void count_in(Space space, const WarpAccess& access, std::uint32_t active, unsigned warp);
  void keep_if_traced(const WarpAccess& access, unsigned warp);
  void count_copy(const WarpAccess& access, unsigned warp, bool in_global, bool in_shared);

  const LaunchState& launch_;
  const std::unordered_set<std::uint64_t>* copies_;
  const AtomicUses* atomics_;
  std::unordered_map<std::uint32_t, AtomicCosts> atomic_costs_;
  WarpAccess copy_from_;  // what the last asynchronous copy reads, and whose it is
  unsigned copy_warp_ = 0;
  bool copy_in_global_ = false;
  SiteTable sites_;
  std::vector<WarpAccess> trace_;
};

}  // namespace simt
