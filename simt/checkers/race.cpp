// Finds two accesses of different threads to the same bytes, one of them a write, that nothing orders.
//
// What orders: the block's barrier, __syncwarp, barrier objects, and an atomic or volatile flag with a fence in front of it. An
// asynchronous copy goes on from where it is begun until it is waited for, and whoever has not waited for it is not behind it.
// Two atomics, or two volatile accesses, are no race; but within a warp volatile shared memory no longer is what makes lanes
// see each other (the warp-synchronous reductions from before Volta). The checker may overlook a race across atomics (it
// takes a flag to order everything before the fence, whoever did it); it raises no false alarm.
#include <algorithm>
#include <bit>
#include <cstring>

#include "simt/checkers/race.hpp"

namespace simt {

// Of those that run now. A grid without clusters is taken for one of them, in which only grid.sync() orders blocks.
bool RaceChecker::in_this_cluster(Touch touch) const {
  if (!worker_.cluster || touch.time() < cluster_began_) return false;
  const ClusterShape shape{worker_.launch.grid, worker_.launch.cluster};
  return !worker_.launch.cooperative ||
         shape.number(block_of(worker_.launch.grid, block_times_.at(touch.time()))) == shape.number(worker_.block);
}

// Blocks run one after the other, but those of a cooperative launch and of a cluster take turns.
bool RaceChecker::in_this_block(Touch touch) const {
  const std::uint64_t when = touch.time();
  return when >= block_resumed_ || (when >= block_began_ && (worker_.launch.cooperative || worker_.cluster) &&
                                       block_times_.at(when) == worker_.block_index);
}

bool RaceChecker::same_warp(Touch a, Touch b) const {
  if (a.thread() / warp_lanes != b.thread() / warp_lanes) return false;
  return a.time() == b.time() ||
         (in_this_block(a) ? in_this_block(b) : block_times_.at(a.time()) == block_times_.at(b.time()));
}

void RaceChecker::resume() {
  tick();
  block_resumed_ = time_;
  block_times_.begin(worker_.block_index, time_);
}

void RaceChecker::tick() {
  if (++time_ < Touch::most_time) return;
  // What lies so far back is forgotten: a race with it may be overlooked, none is made up.
  shadow_.clear();
  released_.clear();
  objects_.clear();
  counted_by_.clear();
  stages_.clear();
  begun_behind_.clear();
  block_times_.clear();
  time_ = block_began_ = block_resumed_ = cluster_began_ = 1;
  copies_ended_ = 0;
  block_times_.begin(worker_.block_index, time_);
  for (Seen& seen : seen_) seen = {};
}

unsigned RaceChecker::site_of(std::uint64_t pc) {
  const auto [known, added] = site_ids_.try_emplace(pc, unsigned(sites_.size()));
  // A kernel with more places than a touch can tell apart: those that come last are named like the last.
  if (added && sites_.size() > Touch::most_sites) known->second = Touch::most_sites;
  else if (added) sites_.push_back(pc);
  recent_site(pc) = {pc, known->second};
  return known->second;
}

void RaceChecker::access(const Access& access) {
  if (question_.lane) answer_question();
  const Lane& lane = access.lane;
  Seen& seen = seen_[lane.linear];
  const std::uint64_t address = access.address, pc = access.pc;
  const unsigned bytes = access.bytes;
  const bool is_volatile = access.is_volatile;
  const bool writes = access.writes(), atomic = access.kind == EventKind::red;
  // An atomic or a volatile flag lets through what its writer had fenced off.
  if (atomic || is_volatile) {
    if (atomic || !writes)
      if (const auto upto = released_.find(address); upto != released_.end())
        seen.all = std::max(seen.all, upto->second);
    if (writes && seen.fenced) {
      std::uint64_t& upto = released_[address];
      upto = std::max(upto, seen.fenced);
    }
  }
  const RecentSite& recent = recent_site(pc);
  const unsigned site = recent.pc == pc ? recent.site : site_of(pc);
  const std::uint64_t this_access = Touch::pack(time_, lane.linear, site, writes, atomic, is_volatile);
  const bool shared_memory = access.space == Space::shared || access.space == Space::cluster;
  const std::uint64_t from = shared_memory ? worker_.shadow_address(address) : address;
  if (access.copy || !pending_.empty()) [[unlikely]]
    if (meets_pending(access, from)) return;
  // Shared memory lives as long as its block.
  const auto lives = [&](Touch other) { return worker_.cluster ? in_this_cluster(other) : in_this_block(other); };
  for (unsigned done = 0; done < bytes;) {
    const std::uint64_t here = address + done;
    const unsigned inside = std::min<unsigned>(bytes - done, 4 - unsigned(here & 3));
    const unsigned mask = ((1u << inside) - 1) << (here & 3);
    Cell& cell = shadow_.at(from + done);
    const Touch mine{this_access | mask};
    const auto conflicts = [&](Touch other) __attribute__((always_inline)) {
      if (!(other.bytes() & mask) || ordered(lane, other)) return false;
      if (shared_memory && !lives(other)) return false;
      const bool warp_synchronous = shared_memory && is_volatile && other.is_volatile() && same_warp(mine, other);
      return warp_synchronous || !(other.atomic() || other.is_volatile()) || !(atomic || is_volatile);
    };
    if (conflicts(cell.write)) {
      if (!writes || atomic || cell.write.atomic() || access.copy || is_copy(cell.write) || makers_.contains(pc))
        remark(access, cell.write, here, false);
      else if (!question_.lane) {
        question_ = {&lane, here, 0, pc, inside, cell.write};
        std::memcpy(&question_.value, reinterpret_cast<const void*>(here), inside);
      }
    } else if (writes) {
      for (const Touch reader : {cell.read, cell.other_read})
        if (conflicts(reader)) {
          remark(access, reader, here, !cell.write.bits || (shared_memory && !lives(cell.write)));
          break;
        }
    }
    done += inside;
    if (access.copy) [[unlikely]] {  // touches what it touches until it is done, and is noted down then
      if (access.copy->bulk && shared_memory) look_for_fence(access, here, cell.write);
      continue;
    }
    // A reader stays until something orders it: a later write must be held against it.
    const auto done_with = [&](Touch reader) __attribute__((always_inline)) {
      return !reader.bits || ordered(lane, reader) || (shared_memory && !lives(reader));
    };
    // A plain write stays beside its block's atomics: another block's atomic must be held against it.
    const bool stays = atomic && !shared_memory && cell.write.bits && (cell.write.bytes() & mask) &&
                       !cell.write.atomic() && !cell.write.is_volatile() && in_this_block(cell.write);
    if (writes) cell.write = stays ? cell.write : mine;
    else if (done_with(cell.read)) cell.read = mine;
    else if (done_with(cell.other_read) || (same_warp(cell.read, cell.other_read) && !same_warp(cell.read, mine)))
      cell.other_read = mine;
  }
}

// A write that meets another's: when it is done, is the value still the same?
void RaceChecker::answer_question() {
  if (!question_.lane) return;
  std::uint64_t now = 0;
  std::memcpy(&now, reinterpret_cast<const void*>(question_.address), question_.bytes);
  worker_.remarks.add(
      question_.pc, sites_[question_.other.site()], [this, asked = question_, same = now == question_.value] {
        return explain(As(*asked.lane, true, asked.pc), asked.other, asked.address, same);
      });
  question_.lane = nullptr;
}

const CheckerKind race_checker{"race", CheckerKind::in_all,
    [](Worker& worker) -> std::unique_ptr<Checker> { return std::make_unique<RaceChecker>(worker); }};

}  // namespace simt
