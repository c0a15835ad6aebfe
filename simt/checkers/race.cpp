// Finds two accesses of different threads to the same bytes, one of them a write, that nothing orders.
//
// What orders: the block's barrier, __syncwarp, and an atomic or volatile flag with a fence in front of it.
// Two atomics, or two volatile accesses, are no race; but within a warp volatile shared memory no longer is what makes lanes
// see each other (the warp-synchronous reductions from before Volta). The checker may overlook a race across atomics (it
// takes a flag to order everything before the fence, whoever did it); it raises no false alarm.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "simt/checkers/checkers.hpp"
#include "simt/checkers/race_history.hpp"
#include "simt/checkers/shadow.hpp"

namespace simt {
namespace {

// Up to which times a thread has seen what others did.
struct Seen {
  std::uint64_t block = 0, warp = 0, cluster = 0, all = 0, fenced = 0;
  std::unique_ptr<std::array<std::uint64_t, warp_lanes>> lanes;  // by lane, after a __syncwarp of some lanes
};

class RaceChecker : public Checker {
 public:
  explicit RaceChecker(Worker& worker) : worker_(worker), seen_(worker.lanes.size()) {}

  void block_begins() override {
    for (Seen& seen : seen_) seen = {};
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
  // Who waits at one is taken to have seen all that its block had done when it was complete, whoever arrived.
  void object_completes(std::uint64_t object) override {
    tick();
    completed_[object] = time_;
  }
  void passes_object(const Lane& lane, std::uint64_t object) override {
    Seen& seen = seen_[lane.linear];
    const std::uint64_t when = completed_[object];
    seen.block = std::max(seen.block, when);
    if (worker_.cluster) seen.cluster = std::max(seen.cluster, when);
  }

  struct Block : Aside {
    std::vector<Seen> seen;
    std::uint64_t began = 0;
  };
  std::unique_ptr<Aside> put_aside() override {
    auto block = std::make_unique<Block>();
    block->seen = std::exchange(seen_, std::vector<Seen>(seen_.size()));
    block->began = block_began_;
    return block;
  }
  void take_up(std::unique_ptr<Aside> aside) override {
    auto& block = static_cast<Block&>(*aside);
    seen_ = std::move(block.seen);
    block_began_ = block.began;
    resume();
    for (const Lane& lane : worker_.lanes)
      if (waits_for_blocks(lane.state)) {
        Seen& seen = seen_[lane.linear];
        seen.block = seen.cluster = grid_met_;
        if (lane.state == LaneState::grid) seen.all = grid_met_;
      }
  }
  void cluster_begins() override {
    tick();
    cluster_began_ = time_;
  }
  void grid_meets() override {
    tick();
    grid_met_ = time_;
  }

 private:
  void tick();    // time goes on
  void resume();  // time begins to be this block's
  bool in_this_block(Touch touch) const;
  bool in_this_cluster(Touch touch) const;
  bool same_warp(Touch a, Touch b) const;
  bool ordered(const Lane& lane, Touch earlier) const;
  unsigned site_of(std::uint64_t pc);
  void answer_question();
  std::string name(const Touch& touch) const;
  Finding explain(
      const Lane& lane, Touch other, std::uint64_t address, bool writes, std::uint64_t pc, bool same_value) const;

  Worker& worker_;
  std::vector<Seen> seen_;  // by thread of the block
  std::uint64_t time_ = 1, block_began_ = 1, block_resumed_ = 1, grid_met_ = 1, cluster_began_ = 1;
  Shadow<Cell> shadow_;
  BlockTimes block_times_;
  std::unordered_map<std::uint64_t, std::uint64_t>
      completed_;  // by address of a barrier object: when it was last complete
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

// Whether something lies between an earlier access and the lane.
inline bool RaceChecker::ordered(const Lane& lane, Touch earlier) const {
  const std::uint64_t when = earlier.time();
  const Seen& seen = seen_[lane.linear];
  if (when < seen.all || (when < seen.cluster && in_this_cluster(earlier))) return true;
  if (!in_this_block(earlier)) return false;
  if (earlier.thread() == lane.linear || when < seen.block) return true;
  if (earlier.thread() / warp_lanes != lane.warp()) return false;
  return when < seen.warp || (seen.lanes && when < (*seen.lanes)[earlier.thread() % warp_lanes]);
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
  completed_.clear();
  block_times_.clear();
  time_ = block_began_ = block_resumed_ = cluster_began_ = 1;
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
  // Shared memory lives as long as its block.
  const auto lives = [&](Touch other) { return worker_.cluster ? in_this_cluster(other) : in_this_block(other); };
  for (unsigned done = 0; done < bytes;) {
    const std::uint64_t here = address + done;
    const unsigned inside = std::min<unsigned>(bytes - done, 4 - unsigned(here & 3));
    const unsigned mask = ((1u << inside) - 1) << (here & 3);
    Cell& cell = shadow_.at(from + done);
    const Touch mine{this_access | mask};
    // One finding for two places, whichever of them came first.
    const auto pair = [&](std::uint64_t place, Touch other) { return place + sites_[other.site()]; };
    const auto conflicts = [&](Touch other) {
      if (!(other.bytes() & mask) || ordered(lane, other)) return false;
      if (shared_memory && !lives(other)) return false;
      const bool warp_synchronous = shared_memory && is_volatile && other.is_volatile() && same_warp(mine, other);
      return warp_synchronous || !(other.atomic() || other.is_volatile()) || !(atomic || is_volatile);
    };
    if (conflicts(cell.write)) {
      if (!writes || atomic || cell.write.atomic())
        worker_.remarks.add(pair(pc, cell.write),
            [=, this, &lane, other = cell.write] { return explain(lane, other, here, writes, pc, false); });
      else if (!question_.lane) {
        question_ = {&lane, here, 0, pc, inside, cell.write};
        std::memcpy(&question_.value, reinterpret_cast<const void*>(here), inside);
      }
    } else if (writes) {
      for (const Touch reader : {cell.read, cell.other_read})
        if (conflicts(reader)) {
          worker_.remarks.add(pair(pc, reader),
              [=, this, &lane, other = reader] { return explain(lane, other, here, true, pc, false); });
          break;
        }
    }
    // A reader stays until something orders it: a later write must be held against it.
    const auto done_with = [&](Touch reader) {
      return !reader.bits || ordered(lane, reader) || (shared_memory && !lives(reader));
    };
    if (writes) cell.write = mine;
    else if (done_with(cell.read)) cell.read = mine;
    else if (done_with(cell.other_read) || (same_warp(cell.read, cell.other_read) && !same_warp(cell.read, mine)))
      cell.other_read = mine;
    done += inside;
  }
}

// A write that meets another's: when it is done, is the value still the same?
void RaceChecker::answer_question() {
  if (!question_.lane) return;
  std::uint64_t now = 0;
  std::memcpy(&now, reinterpret_cast<const void*>(question_.address), question_.bytes);
  worker_.remarks.add(
      question_.pc + sites_[question_.other.site()], [this, asked = question_, same = now == question_.value] {
        return explain(*asked.lane, asked.other, asked.address, true, asked.pc, same);
      });
  question_.lane = nullptr;
}

// Lanes have waited for each other: what came before is seen by all of them.
void RaceChecker::meeting(const Gathering& those) {
  tick();
  std::uint64_t latest = 0;
  const auto each = [&](auto&& act) {
    if (those.whole_block)
      for (Seen& seen : seen_) act(seen);
    else
      for (std::uint32_t left = those.group; left; left &= left - 1)
        act(seen_[those.first_lane + unsigned(std::countr_zero(left))]);
  };
  each([&](const Seen& seen) { latest = std::max(latest, seen.all); });
  each([&](Seen& seen) { seen.all = latest; });
  bool whole_warp = !those.whole_block;
  for (unsigned i = 0; whole_warp && i < warp_lanes; ++i)
    whole_warp = those.group >> i & 1 || worker_.lanes[those.first_lane + i].state == LaneState::finished;
  if (those.whole_block || whole_warp)
    return each([&](Seen& seen) { (those.whole_block ? seen.block : seen.warp) = time_; });
  // Some lanes of a warp: each has now seen those, and what those have seen of others.
  std::array<std::uint64_t, warp_lanes> joined{};
  each([&](const Seen& seen) {
    if (seen.lanes)
      for (unsigned i = 0; i < warp_lanes; ++i) joined[i] = std::max(joined[i], (*seen.lanes)[i]);
  });
  for (unsigned i = 0; i < warp_lanes; ++i)
    if (those.group >> i & 1) joined[i] = time_;
  each([&](Seen& seen) {
    if (!seen.lanes) seen.lanes = std::make_unique<std::array<std::uint64_t, warp_lanes>>();
    *seen.lanes = joined;
  });
}

std::string RaceChecker::name(const Touch& touch) const {
  const uint3 block = block_of(worker_.launch.grid, block_times_.at(touch.time()));
  return name_thread(worker_.launch, block, worker_.lanes[touch.thread()].thread);
}

Finding RaceChecker::explain(
    const Lane& lane, Touch other, std::uint64_t address, bool writes, std::uint64_t pc, bool same_value) const {
  Finding finding = finding_at(FindingKind::race, lane, pc);
  finding.memory = memory_of(worker_, address);
  finding.note = same_value;
  finding.other = locate(sites_[other.site()]);
  const bool other_block = block_times_.at(other.time()) != worker_.block_index;
  const bool other_wrote = other.wrote();
  finding.message = name_thread(lane) + " " + (writes ? "writes " : "reads ") + name_memory(worker_, address) +
                    name_place(finding.where) + ", and " + name(other) +
                    (other_wrote ? " has written it" : " has read it") + name_place(finding.other) + ", with " +
                    (other_block ? "nothing that orders two blocks" : "no barrier") + " in between";
  if (same_value) finding.message += "; both write the same value";
  else if (other.is_volatile() && finding.memory == "shared")
    finding.message += "; volatile orders nothing, __syncwarp() does";
  return finding;
}

}  // namespace

const CheckerKind race_checker{"race", CheckerKind::in_all,
    [](Worker& worker) -> std::unique_ptr<Checker> { return std::make_unique<RaceChecker>(worker); }};

}  // namespace simt
