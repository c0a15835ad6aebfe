// What a thread has seen of single others: what it, or somebody before it, has learnt at barrier objects (mbarriers).
//
// Times are the race checker's (race_history.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "simt/checkers/race_history.hpp"
#include "simt/include/simt/h200.h"

namespace simt {

struct LearntTimes {
  std::vector<std::uint64_t> threads;  // by rank in the cluster and thread of the block: all before that time
  std::map<std::uint64_t, std::uint64_t> copies;  // by object: all copies that it has counted up to that time

  std::uint64_t& of(std::size_t thread) {
    if (thread >= threads.size()) threads.resize(thread + 1);
    return threads[thread];
  }
  bool has_seen(std::size_t thread, std::uint64_t when) const {
    return thread < threads.size() && when < threads[thread];
  }
  bool has_seen_copies(std::uint64_t object, std::uint64_t when) const {
    const auto known = copies.find(object);
    return known != copies.end() && when <= known->second;
  }
  void join(const LearntTimes& other) {
    if (threads.size() < other.threads.size()) threads.resize(other.threads.size());
    for (std::size_t i = 0; i < other.threads.size(); ++i) threads[i] = std::max(threads[i], other.threads[i]);
    join_copies(other);
  }
  void join_copies(const LearntTimes& other) {
    for (const auto& [object, when] : other.copies) {
      std::uint64_t& upto = copies[object];
      upto = std::max(upto, when);
    }
  }
};

// Up to which times a thread has seen what others did.
struct Seen {
  std::uint64_t block = 0, warp = 0, cluster = 0, all = 0, fenced = 0;
  std::uint64_t proxy_fenced = 0, object_fenced = 0;             // its last fence.proxy.async, and fence.mbarrier_init
  std::unique_ptr<std::array<std::uint64_t, warp_lanes>> lanes;  // by lane, after a __syncwarp of some lanes
  std::shared_ptr<LearntTimes> others;                           // may be shared; null: nothing

  // To change it.
  LearntTimes& own_others() {
    if (!others) others = std::make_shared<LearntTimes>();
    else if (others.use_count() > 1) others = std::make_shared<LearntTimes>(*others);
    return *others;
  }
};

// What those that have arrived at a barrier object had done and seen: all of them, and those of the phase that was complete
// last, by its parity.
struct ObjectClock {
  struct Handed {
    LearntTimes clock;
    std::uint64_t block = 0, cluster = 0, all = 0;
  };
  Handed arrived, complete[2];
  bool parity = false;  // of the phase that is going on
  std::vector<Touch>
      awaited;  // threads that have this phase wait for their copies, and that nobody has come behind who arrived
};

}  // namespace simt
