// The race checker: what it is told, and what it remembers (race.cpp says what it finds).
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "simt/checkers/checkers.hpp"
#include "simt/checkers/pending_copies.hpp"
#include "simt/checkers/race_clocks.hpp"
#include "simt/checkers/race_history.hpp"
#include "simt/checkers/shadow.hpp"

namespace simt {

class RaceChecker : public Checker {
 public:
  // Of an access, what its finding needs.
  struct As {
    const Lane& lane;
    bool writes;
    std::uint64_t pc;
    bool begins_copy = false;
    bool is_first = false;  // nothing had written there before
    CopyStage stage{};

    As(const Lane& lane, bool writes, std::uint64_t pc) : lane(lane), writes(writes), pc(pc) {}
    explicit As(const Access& access)
        : lane(access.lane), writes(access.writes()), pc(access.pc), begins_copy(access.copy) {
      if (access.copy) stage = *access.copy;
    }
  };

  explicit RaceChecker(Worker& worker) : worker_(worker), seen_(worker.lanes.size()) {}

  void block_begins() override {
    for (Seen& seen : seen_) seen = {};
    if (!worker_.cluster) forget_objects();
    resume();
    block_began_ = time_;
  }
  void access(const Access& access) override;
  void meeting(const Gathering& those) override;
  void fence(const Lane& lane) override {
    tick();
    seen_[lane.linear].fenced = time_;
  }
  void settle() override { answer_question(); }
  void object_begins(const Lane& lane, std::uint64_t object, std::uint64_t pc) override;
  void object_arrives(const Lane& lane, std::uint64_t object) override;
  void object_completes(std::uint64_t object) override;
  void object_awaits(const Lane& lane, std::uint64_t object, std::uint64_t pc) override;
  void object_counts(const Lane& lane, std::uint64_t object) override;
  void passes_object(const Lane& lane, std::uint64_t object, bool parity) override;
  void copy_begins(const AsyncCopy& copy) override;
  void copy_has_read(const AsyncCopy& copy) override;
  void copy_ends(const AsyncCopy& copy) override;
  void proxy_fence(const Lane& lane) override {
    tick();
    seen_[lane.linear].proxy_fenced = time_;
  }
  void object_fence(const Lane& lane) override {
    tick();
    seen_[lane.linear].object_fenced = time_;
  }

  struct Block : Aside {
    std::vector<Seen> seen;
    std::uint64_t began = 0;
    // Blocks of a cluster have theirs at addresses of their own, others all at the same.
    std::map<std::uint64_t, ObjectClock> objects;
    PendingCopies pending;
  };
  std::unique_ptr<Aside> put_aside() override {
    auto block = std::make_unique<Block>();
    block->seen = std::exchange(seen_, std::vector<Seen>(seen_.size()));
    block->began = block_began_;
    if (!worker_.cluster) std::swap(block->objects, objects_), std::swap(block->pending, pending_);
    return block;
  }
  void take_up(std::unique_ptr<Aside> aside) override {
    auto& block = static_cast<Block&>(*aside);
    seen_ = std::move(block.seen);
    block_began_ = block.began;
    if (!worker_.cluster) std::swap(block.objects, objects_), std::swap(block.pending, pending_);
    objects_matter_ = true;
    resume();
    for (const Lane& lane : worker_.lanes)
      if (waits_for_blocks(lane.state)) {
        Seen& seen = seen_[lane.linear];
        seen.block = seen.cluster = grid_met_;
        if (lane.state == LaneState::grid) seen.all = grid_met_;
      }
  }
  void cluster_begins() override {
    forget_objects();
    tick();
    cluster_began_ = time_;
  }
  void grid_meets() override {
    tick();
    grid_met_ = time_;
  }

 private:
  void forget_objects() {
    objects_.clear(), counted_by_.clear(), stages_.clear(), begun_behind_.clear();
    pending_ = {};
    objects_matter_ = false;
  }
  void tick();    // time goes on
  void resume();  // time begins to be this block's
  bool in_this_block(Touch touch) const;
  bool in_this_cluster(Touch touch) const;
  bool same_warp(Touch a, Touch b) const;
  bool ordered(const Lane& lane, Touch earlier) const;
  bool ordered_in_warp(const Lane& lane, const Seen& seen, Touch earlier) const;
  // The same where barrier objects or copies have a say.
  bool ordered_by_objects(const Lane& lane, Touch earlier) const;
  bool is_copy(const Touch& touch) const { return copies_.contains(sites_[touch.site()]); }
  bool is_making(const Touch& touch) const { return touch.wrote() && makers_.contains(sites_[touch.site()]); }
  bool has_met(const Lane& lane, Touch earlier) const;
  // `from`: the address as AsyncCopy has it.
  void remark(const Access& access, Touch other, std::uint64_t address, bool is_first);
  bool meets_pending(const Access& access, std::uint64_t from);
  void look_for_fence(const Access& access, std::uint64_t address, Touch written);
  void look_for_fence_of_object(const AsyncCopy& copy);
  void touch(std::uint64_t begin, unsigned bytes, const AsyncCopy& copy, bool writes);
  std::size_t number(const Touch& touch) const;  // of the thread, in LearntTimes::threads
  std::size_t number(const Lane& lane) const {
    return rank_of(worker_.block_index) * worker_.launch.threads + lane.linear;
  }
  std::size_t rank_of(std::uint64_t block) const;
  unsigned site_of(std::uint64_t pc);
  void answer_question();
  std::string name(const Touch& touch) const;
  std::string name_of(const AsyncCopy& copy) const;
  Finding explain(const As& access, Touch other, std::uint64_t address, bool same_value) const;
  Location place_of(const Touch& touch) const;
  Finding finding_of(const As& access) const;
  std::string what_other_did(const Touch& other, bool other_block) const;

  Worker& worker_;
  std::vector<Seen> seen_;  // by thread of the block
  std::uint64_t time_ = 1, block_began_ = 1, block_resumed_ = 1, grid_met_ = 1, cluster_began_ = 1;
  Shadow<Cell> shadow_;
  BlockTimes block_times_;
  std::map<std::uint64_t, ObjectClock> objects_;  // by address of a barrier object
  PendingCopies pending_;
  bool objects_matter_ = false;  // somebody has waited at one, or they have counted copies
  // Of copies that are done: the object that had counted those that were done at a time; and each one's stage, by touch.
  std::unordered_map<std::uint64_t, std::uint64_t> counted_by_;
  std::unordered_map<std::uint64_t, CopyStage> stages_;
  std::unordered_map<const AsyncCopy*, std::shared_ptr<LearntTimes>> begun_behind_;  // what its thread had learnt
  std::unordered_map<std::uint64_t, CallChain> copies_;        // by code address: from where it was called first
  std::unordered_map<std::uint64_t, CallChain> makers_;        // the same of those that make barrier objects
  std::uint64_t copies_ended_ = 0;                             // when the last one that an object had counted was done
  std::unordered_map<std::uint64_t, std::uint64_t> released_;  // by address of an atomic or flag: seen up to
  std::vector<std::uint64_t> sites_;                           // code addresses, by Touch::site
  std::unordered_map<std::uint64_t, unsigned> site_ids_;
  struct RecentSite {
    std::uint64_t pc = 0;
    unsigned site = 0;
  } recent_sites_[64];
  RecentSite& recent_site(std::uint64_t pc) { return recent_sites_[pc * 0x9e3779b97f4a7c15 >> 58]; }
  // A write that meets another's: whether the value stays the same is known when it is made.
  struct Question {
    const Lane* lane = nullptr;  // null: nothing to ask
    std::uint64_t address = 0, value = 0, pc = 0;
    unsigned bytes = 0;
    Touch other;
  } question_;
};

[[gnu::always_inline]] inline bool RaceChecker::ordered_in_warp(
    const Lane& lane, const Seen& seen, Touch earlier) const {
  if (earlier.thread() / warp_lanes != lane.warp()) return false;
  const std::uint64_t when = earlier.time();
  return when < seen.warp || (seen.lanes && when < (*seen.lanes)[earlier.thread() % warp_lanes]);
}

// Whether something lies between an earlier access and the lane.
[[gnu::always_inline]] inline bool RaceChecker::ordered(const Lane& lane, Touch earlier) const {
  const std::uint64_t when = earlier.time();
  const Seen& seen = seen_[lane.linear];
  if (when < seen.all || (when < seen.cluster && in_this_cluster(earlier))) return true;
  const bool here = in_this_block(earlier);
  if (here && when < seen.block) return true;
  if (objects_matter_) [[unlikely]]
    return ordered_by_objects(lane, earlier);
  if (!here) return false;
  if (earlier.thread() == lane.linear) return true;
  return ordered_in_warp(lane, seen, earlier);
}

}  // namespace simt
