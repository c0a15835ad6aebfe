// The race checker: what orders threads, what copies do meanwhile, and its words.
#include <algorithm>
#include <bit>
#include <utility>

#include "simt/checkers/race.hpp"

namespace simt {

// Lanes have waited for each other: what came before is seen by all of them.
void RaceChecker::meeting(const Gathering& those) {
  tick();
  std::uint64_t latest = 0, block = 0, cluster = 0;
  const auto each = [&](auto&& act) {
    if (those.whole_block)
      for (Seen& seen : seen_) act(seen);
    else
      for (std::uint32_t left = those.group; left; left &= left - 1)
        act(seen_[those.first_lane + unsigned(std::countr_zero(left))]);
  };
  std::shared_ptr<LearntTimes> others;
  each([&](const Seen& seen) {
    latest = std::max(latest, seen.all);
    block = std::max(block, seen.block);
    cluster = std::max(cluster, seen.cluster);
    if (!seen.others || seen.others == others || (those.whole_block && !worker_.cluster)) return;
    if (!others) return void(others = seen.others);
    others = std::make_shared<LearntTimes>(*others);
    others->join(*seen.others);
  });
  each([&](Seen& seen) { seen.all = latest, seen.block = block, seen.cluster = cluster, seen.others = others; });
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

std::size_t RaceChecker::rank_of(std::uint64_t block) const {
  if (!worker_.cluster) return 0;
  return ClusterShape{worker_.launch.grid, worker_.launch.cluster}.rank(block_of(worker_.launch.grid, block));
}

std::size_t RaceChecker::number(const Touch& touch) const {
  return rank_of(block_times_.at(touch.time())) * worker_.launch.threads + touch.thread();
}

bool RaceChecker::ordered_by_objects(const Lane& lane, Touch earlier) const {
  const std::uint64_t when = earlier.time();
  const Seen& seen = seen_[lane.linear];
  const bool here = in_this_block(earlier);
  if (here && when < seen.block) return true;
  if (const auto counted = counted_by_.find(when); counted != counted_by_.end())
    return seen.others && seen.others->has_seen_copies(counted->second, when);
  if (!here) return seen.others && in_this_cluster(earlier) && seen.others->has_seen(number(earlier), when);
  if (earlier.thread() == lane.linear) return true;
  return (seen.others && seen.others->has_seen(number(earlier), when)) || ordered_in_warp(lane, seen, earlier);
}

// It begins anew: what a constructor may have left there is nobody's. Who else has made it, or has used it since, stays.
void RaceChecker::object_begins(const Lane& lane, std::uint64_t object, std::uint64_t pc) {
  objects_[object] = {};
  if (!is_making(shadow_.at(object).write))
    for (const unsigned word : {0, 4}) shadow_.at(object + word) = {};
  makers_.try_emplace(pc, call_chain(lane, pc));
}

// Who arrives hands on what it has done and seen so far, and nothing of what it does next.
void RaceChecker::object_arrives(const Lane& lane, std::uint64_t object) {
  tick();
  const Seen& seen = seen_[lane.linear];
  ObjectClock::Handed& to = objects_[object].arrived;
  const std::size_t mine = number(lane), warp = mine - lane.index(), block = mine - lane.linear;
  if (seen.others) to.clock.join(*seen.others);
  const auto upto = [&](std::size_t thread, std::uint64_t when) {
    if (when > to.clock.of(thread)) to.clock.of(thread) = when;
  };
  upto(mine, time_);
  for (unsigned i = 0; i < warp_lanes && lane.linear - lane.index() + i < worker_.launch.threads; ++i)
    upto(warp + i, std::max(seen.warp, seen.lanes ? (*seen.lanes)[i] : 0));
  // A time of the block's says nothing to another block.
  if (worker_.cluster)
    for (unsigned i = 0; i < worker_.launch.threads; ++i) upto(block + i, seen.block);
  else to.block = std::max(to.block, seen.block);
  to.cluster = std::max(to.cluster, seen.cluster);
  to.all = std::max(to.all, seen.all);
}

// A phase waits for a thread's copies if the thread says so before the last arrival. Its own comes later; one that another makes for
// it does only if something orders them.
void RaceChecker::object_awaits(const Lane& lane, std::uint64_t object, std::uint64_t pc) {
  objects_[object].awaited.push_back(Touch{Touch::pack(time_, lane.linear, site_of(pc), true, false, false) | 15});
}

void RaceChecker::object_counts(const Lane& lane, std::uint64_t object) {
  std::erase_if(objects_[object].awaited, [&](const Touch& touch) { return ordered(lane, touch); });
}

void RaceChecker::object_completes(std::uint64_t object) {
  ObjectClock& clock = objects_[object];
  for (const Touch touch : std::exchange(clock.awaited, {})) {
    const std::uint64_t pc = sites_[touch.site()];
    worker_.remarks.add(pc, pc, [this, touch, object, pc] {
      Finding finding = finding_at(FindingKind::race, worker_.lanes[touch.thread()], pc);
      finding.memory = "shared";
      finding.message = name(touch) + " has an mbarrier, " + name_memory(worker_, object) + ", wait for its copies" +
                        name_place(finding.where) +
                        ", and nothing says that it does so before all have arrived there: who arrives for others "
                        "comes behind them, by __syncwarp() or a barrier";
      return finding;
    });
  }
  if (copies_ended_ == time_) clock.arrived.clock.copies[object] = time_;
  tick();
  clock.complete[clock.parity] = clock.arrived;
  clock.parity = !clock.parity;
}

void RaceChecker::passes_object(const Lane& lane, std::uint64_t object, bool parity) {
  const ObjectClock::Handed& from = objects_[object].complete[parity];
  Seen& seen = seen_[lane.linear];
  seen.own_others().join(from.clock);
  objects_matter_ = true;
  seen.block = std::max(seen.block, from.block);
  seen.cluster = std::max(seen.cluster, from.cluster);
  seen.all = std::max(seen.all, from.all);
}

void RaceChecker::copy_begins(const AsyncCopy& copy) {
  pending_.begin(copy);
  if (copy.bulk && copy.object) look_for_fence_of_object(copy);
  if (const auto& others = seen_[copy.thread].others; copy.bulk && others) begun_behind_[&copy] = others;
}

void RaceChecker::copy_has_read(const AsyncCopy& copy) {
  pending_.has_read(copy);
  touch(copy.from, copy.there, copy, false);
}

void RaceChecker::copy_ends(const AsyncCopy& copy) {
  pending_.end(copy);
  touch(copy.to, copy.bytes, copy, true);
  // Whoever has waited for it is behind what its thread had waited for, too: one copy answers another.
  const auto behind = begun_behind_.find(&copy);
  if (behind == begun_behind_.end()) return;
  if (copy.by_object) objects_[copy.object].arrived.clock.join_copies(*behind->second);
  begun_behind_.erase(behind);
}

// What a copy has done is its thread's doing when it waits; or nobody's, at a time that is the phase's alone. Then another
// block's thread may have begun it.
void RaceChecker::touch(std::uint64_t begin, unsigned bytes, const AsyncCopy& copy, bool writes) {
  if (copy.by_object && copies_ended_ != time_) {
    tick();
    copies_ended_ = time_;
    counted_by_[time_] = copy.object;
    objects_matter_ = true;
  }
  const Lane& lane = worker_.lanes[copy.thread];
  const Touch mine{Touch::pack(time_, copy.thread, site_of(copy.pc()), writes, false, false) | 15};
  stages_[mine.bits >> 7] = copy;
  for (unsigned done = 0; done < bytes; done += 4) {
    Cell& cell = shadow_.at(begin + done);
    if (writes) cell.write = mine;
    else if (!cell.read.bits || ordered(lane, cell.read)) cell.read = mine;
    else if (!cell.other_read.bits || ordered(lane, cell.other_read) || same_warp(cell.read, cell.other_read))
      cell.other_read = mine;
  }
}

// One finding for two places, whichever of them came first.
void RaceChecker::remark(const Access& access, Touch other, std::uint64_t address, bool is_first) {
  As at(access);
  at.is_first = is_first;
  worker_.remarks.add(access.pc, sites_[other.site()], [=, this] { return explain(at, other, address, false); });
}

bool RaceChecker::meets_pending(const Access& access, std::uint64_t from) {
  if (access.copy) copies_.try_emplace(access.pc, access.copy->place);
  const AsyncCopy* const met = pending_.met_by(from, access.bytes, access.writes());
  if (!met) return false;
  worker_.remarks.add(access.pc, met->pc(),
      [this, at = As(access), address = access.address, bytes = access.bytes, copy = *met,
          groups = met->groups ? *met->groups : CommitGroups{}, from] {
        Finding finding = finding_of(at);
        finding.memory = memory_of(worker_, address);
        finding.other = locate_use(copy.place);
        const bool own = copy.block == worker_.block_index && copy.thread == at.lane.linear;
        const bool is_written = from - copy.to < copy.bytes || copy.to - from < bytes;
        finding.message = name_thread(at.lane) + (at.begins_copy ? " begins an asynchronous copy that " : " ") +
                          (at.writes ? "writes " : "reads ") + name_memory(worker_, address) +
                          name_place(finding.where) + ", while " +
                          (own ? "its own asynchronous copy" : "an asynchronous copy of " + name_of(copy)) +
                          name_place(finding.other) + " may still " + (is_written ? "write" : "read") +
                          " it: " + why_pending(worker_, copy, groups, own);
        return finding;
      });
  return true;
}

// A bulk copy reads and writes shared memory by another way than threads write it. What threads have only read it may write:
// CUTLASS' pipelines have no fence there.
void RaceChecker::look_for_fence(const Access& access, std::uint64_t address, Touch written) {
  if (!written.bits || !in_this_block(written) || is_copy(written)) return;
  const std::uint64_t fenced = std::max(seen_[written.thread()].proxy_fenced, seen_[access.lane.linear].proxy_fenced);
  if (fenced > written.time()) return;
  worker_.remarks.add(access.pc, sites_[written.site()], [this, at = As(access), address, written] {
    Finding finding = finding_of(at);
    finding.memory = "shared";
    finding.other = locate(sites_[written.site()]);
    finding.message =
        name_thread(at.lane) + " begins a bulk copy (" + stage_of(worker_, at.stage) + ") that " +
        (at.writes ? "writes " : "reads ") + name_memory(worker_, address) + name_place(finding.where) + ", and " +
        name(written) + " has written it" + name_place(finding.other) + ", with no fence.proxy.async in between: " +
        (at.writes ? "what was written may come behind the copy" : "the copy may read what was there before");
    return finding;
  });
}

// Whether the lane has met others since, itself among them.
bool RaceChecker::has_met(const Lane& lane, Touch earlier) const {
  const Seen& seen = seen_[lane.linear];
  return earlier.time() < std::max({seen.all, seen.cluster, seen.block}) || ordered_in_warp(lane, seen, earlier) ||
         (seen.others && seen.others->has_seen(number(earlier), earlier.time()));
}

// Bytes are counted past the threads' own way, too. Behind the making of the object PTX asks for a fence; CUDA's guide had one
// there up to CUDA 12, and since then, as libcu++'s own examples, only the barrier. One of them there must be.
void RaceChecker::look_for_fence_of_object(const AsyncCopy& copy) {
  const Lane& lane = worker_.lanes[copy.thread];
  const Touch made = shadow_.at(copy.object).write;
  if (!made.bits || !is_making(made) || !(worker_.cluster ? in_this_cluster(made) : in_this_block(made))) return;
  const bool own = in_this_block(made) && made.thread() == copy.thread;
  const Seen& seen = seen_[copy.thread];
  if (own ? has_met(lane, made) || std::max(seen.proxy_fenced, seen.object_fenced) > made.time() : ordered(lane, made))
    return;
  worker_.remarks.add(copy.pc(), sites_[made.site()], [this, &lane, stage = CopyStage(copy), made, own] {
    Finding finding = finding_at(FindingKind::race, lane, stage.pc());
    finding.where = locate_use(stage.place);
    finding.memory = "shared";
    finding.other = place_of(made);
    finding.message = name_thread(lane) + " begins a bulk copy" + name_place(finding.where) + ", and " +
                      (own ? "it" : name(made)) + " has initialised the mbarrier that counts it, " +
                      name_memory(worker_, stage.object) + name_place(finding.other) + ", with " +
                      (own ? "neither fence.proxy.async nor a barrier" : "no barrier") + " in between";
    return finding;
  });
}

std::string RaceChecker::name_of(const AsyncCopy& copy) const {
  return name_thread(worker_.launch, block_of(worker_.launch.grid, copy.block), worker_.lanes[copy.thread].thread);
}

std::string RaceChecker::name(const Touch& touch) const {
  const uint3 block = block_of(worker_.launch.grid, block_times_.at(touch.time()));
  return name_thread(worker_.launch, block, worker_.lanes[touch.thread()].thread);
}

Location RaceChecker::place_of(const Touch& touch) const {
  const std::uint64_t pc = sites_[touch.site()];
  if (const auto copy = copies_.find(pc); copy != copies_.end()) return locate_use(copy->second);
  if (const auto maker = makers_.find(pc); maker != makers_.end()) return locate_use(maker->second);
  return locate(pc);
}

Finding RaceChecker::finding_of(const As& access) const {
  Finding finding = finding_at(FindingKind::race, access.lane, access.pc);
  if (access.begins_copy) finding.where = locate_use(access.stage.place);
  else if (const auto maker = makers_.find(access.pc); maker != makers_.end())
    finding.where = locate_use(maker->second);
  return finding;
}

// ", and block (0,0), thread (5,0) has written it, x.cu line 7, with no barrier in between"
std::string RaceChecker::what_other_did(const Touch& other, bool other_block) const {
  const std::string did = other.wrote() ? " has written it" : " has read it", place = name_place(place_of(other));
  const std::string between = other_block ? "nothing that orders two blocks" : "no barrier";
  if (!is_copy(other)) return name(other) + did + place + ", with " + between + " in between";
  const auto known = stages_.find(other.bits >> 7);
  const std::uint64_t block = known == stages_.end() ? block_times_.at(other.time()) : known->second.block;
  const std::string copy =
      "an asynchronous copy of " +
      name_thread(worker_.launch, block_of(worker_.launch.grid, block), worker_.lanes[other.thread()].thread) + did +
      place + (known == stages_.end() ? "" : ", in " + stage_of(worker_, known->second));
  if (counted_by_.contains(other.time())) return copy + ", for which this thread has not waited";
  return copy + ": that thread has waited for it, and behind that there is " + between;
}

Finding RaceChecker::explain(const As& access, Touch other, std::uint64_t address, bool same_value) const {
  Finding finding = finding_of(access);
  finding.memory = memory_of(worker_, address);
  finding.note = same_value;
  finding.other = place_of(other);
  const bool other_block = block_times_.at(other.time()) != worker_.block_index;
  finding.message =
      name_thread(access.lane) +
      (access.begins_copy ? " begins an asynchronous copy (" + stage_of(worker_, access.stage) + ") that " : " ") +
      (access.writes ? "writes " : "reads ") + name_memory(worker_, address) + name_place(finding.where) + ", and " +
      what_other_did(other, other_block);
  if (access.writes && makers_.contains(access.pc) && is_making(other))
    finding.message += ": both initialise an mbarrier there, and only one thread must";
  // Lanes run one after the other: another one has come further by then.
  if (access.begins_copy && access.is_first && !other.wrote())
    finding.message += ": if that is behind the copy, it needs a wait for it and a barrier";
  if (same_value) finding.message += "; both write the same value";
  else if (other.is_volatile() && finding.memory == "shared")
    finding.message += "; volatile orders nothing, __syncwarp() does";
  return finding;
}

}  // namespace simt
