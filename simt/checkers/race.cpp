// Finds two accesses of different threads to the same bytes, one of them a write, that nothing orders.
//
// What orders: the block's barrier, __syncwarp, and an atomic or volatile flag with a fence in front of it.
// Two atomics, or two volatile accesses, are no race; but within a warp volatile shared memory no longer is what makes lanes
// see each other (the warp-synchronous reductions from before Volta). The checker may overlook a race across atomics (it
// takes a flag to order everything before the fence, whoever did it); it raises no false alarm.
#include <algorithm>
#include <cstring>

#include "simt/checkers/checkers.hpp"

namespace simt {
namespace {

std::string name_other(const Worker& worker, const Touch& touch) {
  const dim3 &grid = worker.launch.grid, &block = worker.launch.block;
  const std::uint64_t number = worker.block_times.at(touch.time());
  const auto tuple = [](unsigned x, unsigned y, unsigned z, bool with_z) {
    return "(" + std::to_string(x) + "," + std::to_string(y) + (with_z ? "," + std::to_string(z) : "") + ")";
  };
  return "block " +
         tuple(unsigned(number % grid.x), unsigned(number / grid.x % grid.y), unsigned(number / grid.x / grid.y),
             grid.z > 1) +
         ", thread " +
         tuple(touch.thread() % block.x, touch.thread() / block.x % block.y, touch.thread() / block.x / block.y,
             block.z > 1);
}

}  // namespace

// Blocks run one after the other, but those of a cooperative launch take turns.
bool Worker::in_this_block(Touch touch) const {
  const std::uint64_t when = touch.time();
  return when >= block_resumed || (when >= block_began && launch.cooperative && block_times.at(when) == block_index);
}

bool Worker::same_warp(Touch a, Touch b) const {
  if (a.thread() / warp_lanes != b.thread() / warp_lanes) return false;
  return a.time() == b.time() ||
         (in_this_block(a) ? in_this_block(b) : block_times.at(a.time()) == block_times.at(b.time()));
}

// Whether something lies between an earlier access and the lane.
inline bool Worker::ordered(const Lane& lane, Touch earlier) const {
  const std::uint64_t when = earlier.time();
  if (when < lane.seen_all) return true;
  if (!in_this_block(earlier)) return false;
  if (earlier.thread() == lane.linear || when < lane.seen_block) return true;
  if (earlier.thread() / warp_lanes != lane.linear / warp_lanes) return false;
  return when < lane.seen_warp || (lane.seen_lanes && when < (*lane.seen_lanes)[earlier.thread() % warp_lanes]);
}

void Worker::resume_block() {
  tick();
  block_resumed = time;
  if (checks_race) block_times.begin(block_index, time);
}

void Worker::tick() {
  if (++time < Touch::most_time) return;
  // What lies so far back is forgotten: a race with it may be overlooked, none is made up.
  shadow.clear();
  released.clear();
  block_times.clear();
  time = block_began = block_resumed = 1;
  block_times.begin(block_index, time);
  for (Lane& lane : lanes) lane.seen_block = lane.seen_warp = lane.seen_all = lane.fenced = 0, lane.seen_lanes.reset();
}

unsigned Worker::touch_site(std::uint64_t pc) {
  const auto [known, added] = touch_site_ids.try_emplace(pc, unsigned(touch_sites.size()));
  // A kernel with more places than a touch can tell apart: those that come last are named like the last.
  if (added && touch_sites.size() > Touch::most_sites) known->second = Touch::most_sites;
  else if (added) touch_sites.push_back(pc);
  recent_site(pc) = {pc, known->second};
  return known->second;
}

void Worker::check_race(Lane& lane, std::uint64_t address, unsigned bytes, EventKind kind, bool is_volatile,
    std::uint64_t pc, Space space) {
  if (question.lane) answer_question();
  const bool writes = kind != EventKind::load, atomic = kind == EventKind::red;
  // An atomic or a volatile flag lets through what its writer had fenced off.
  if (atomic || is_volatile) {
    if (atomic || !writes)
      if (const auto upto = released.find(address); upto != released.end())
        lane.seen_all = std::max(lane.seen_all, upto->second);
    if (writes && lane.fenced) {
      std::uint64_t& upto = released[address];
      upto = std::max(upto, lane.fenced);
    }
  }
  const RecentSite& recent = recent_site(pc);
  const unsigned site = recent.pc == pc ? recent.site : touch_site(pc);
  const std::uint64_t this_access = Touch::pack(time, lane.linear, site, writes, atomic, is_volatile);
  const bool shared_memory = space == Space::shared;
  for (unsigned done = 0; done < bytes;) {
    const std::uint64_t here = address + done;
    const unsigned inside = std::min<unsigned>(bytes - done, 4 - unsigned(here & 3));
    const unsigned mask = ((1u << inside) - 1) << (here & 3);
    Cell& cell = shadow.at(here);
    const Touch mine{this_access | mask};
    // One finding for two places, whichever of them came first.
    const auto pair = [&](std::uint64_t place, Touch other) { return place + touch_sites[other.site()]; };
    const auto conflicts = [&](Touch other) {
      if (!(other.bytes() & mask) || ordered(lane, other)) return false;
      if (shared_memory && !in_this_block(other)) return false;  // shared memory lives as long as its block
      const bool warp_synchronous = shared_memory && is_volatile && other.is_volatile() && same_warp(mine, other);
      return warp_synchronous || !(other.atomic() || other.is_volatile()) || !(atomic || is_volatile);
    };
    if (conflicts(cell.write)) {
      if (!writes || atomic || cell.write.atomic())
        remark(pair(pc, cell.write),
            [=, &lane, other = cell.write] { return explain_race(lane, other, here, writes, pc, false); });
      else if (!question.lane) {
        question = {&lane, here, 0, pc, inside, cell.write};
        std::memcpy(&question.value, reinterpret_cast<const void*>(here), inside);
      }
    } else if (writes) {
      for (const Touch reader : {cell.read, cell.other_read})
        if (conflicts(reader)) {
          remark(pair(pc, reader),
              [=, &lane, other = reader] { return explain_race(lane, other, here, true, pc, false); });
          break;
        }
    }
    // A reader stays until something orders it: a later write must be held against it.
    const auto done_with = [&](Touch reader) {
      return !reader.bits || ordered(lane, reader) || (shared_memory && !in_this_block(reader));
    };
    if (writes) cell.write = mine;
    else if (done_with(cell.read)) cell.read = mine;
    else if (done_with(cell.other_read) || (same_warp(cell.read, cell.other_read) && !same_warp(cell.read, mine)))
      cell.other_read = mine;
    done += inside;
  }
}

// A write that meets another's: when it is done, is the value still the same?
void Worker::answer_question() {
  if (!question.lane) return;
  std::uint64_t now = 0;
  std::memcpy(&now, reinterpret_cast<const void*>(question.address), question.bytes);
  remark(question.pc + touch_sites[question.other.site()], [asked = question, same = now == question.value] {
    return explain_race(*asked.lane, asked.other, asked.address, true, asked.pc, same);
  });
  question.lane = nullptr;
}

// Lanes have waited for each other: what came before is seen by all of them.
void Worker::meet(std::uint32_t first_lane, std::uint32_t group, bool whole_block) {
  if (!checks_race) return;
  tick();
  std::uint64_t seen = 0;
  const auto each = [&](auto&& act) {
    if (whole_block)
      for (Lane& lane : lanes) act(lane);
    else
      for (std::uint32_t left = group; left; left &= left - 1) act(lanes[first_lane + unsigned(__builtin_ctz(left))]);
  };
  each([&](Lane& lane) { seen = std::max(seen, lane.seen_all); });
  each([&](Lane& lane) { lane.seen_all = seen; });
  bool whole_warp = !whole_block;
  for (unsigned i = 0; whole_warp && i < warp_lanes; ++i)
    whole_warp = group >> i & 1 || lanes[first_lane + i].state == LaneState::finished;
  if (whole_block || whole_warp)
    return each([&](Lane& lane) { (whole_block ? lane.seen_block : lane.seen_warp) = time; });
  // Some lanes of a warp: each has now seen those, and what those have seen of others.
  std::array<std::uint64_t, warp_lanes> joined{};
  each([&](Lane& lane) {
    if (lane.seen_lanes)
      for (unsigned i = 0; i < warp_lanes; ++i) joined[i] = std::max(joined[i], (*lane.seen_lanes)[i]);
  });
  for (unsigned i = 0; i < warp_lanes; ++i)
    if (group >> i & 1) joined[i] = time;
  each([&](Lane& lane) {
    if (!lane.seen_lanes) lane.seen_lanes = std::make_unique<std::array<std::uint64_t, warp_lanes>>();
    *lane.seen_lanes = joined;
  });
}

Finding explain_race(
    const Lane& lane, const Touch& other, std::uint64_t address, bool writes, std::uint64_t pc, bool same_value) {
  const Worker& worker = *lane.worker;
  Finding finding = finding_at("race", lane, pc);
  finding.memory = memory_of(worker, address);
  finding.note = same_value;
  finding.other = locate(worker.touch_sites[other.site()]);
  const bool other_block = worker.block_times.at(other.time()) != worker.block_index;
  const bool other_wrote = other.wrote();
  finding.message = name_thread(lane) + " " + (writes ? "writes " : "reads ") + name_memory(worker, address) +
                    name_place(finding.where) + ", and " + name_other(worker, other) +
                    (other_wrote ? " has written it" : " has read it") + name_place(finding.other) + ", with " +
                    (other_block ? "nothing that orders two blocks" : "no barrier") + " in between";
  if (same_value) finding.message += "; both write the same value";
  else if (other.is_volatile() && finding.memory == "shared")
    finding.message += "; volatile orders nothing, __syncwarp() does";
  return finding;
}

}  // namespace simt
