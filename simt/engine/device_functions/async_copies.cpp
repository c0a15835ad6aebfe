// Asynchronous copies: what threads call (include/simt/copies.h), and when each is done.
#include "simt/engine/core/copies.hpp"

#include <algorithm>
#include <cstring>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/core/worker.hpp"
#include "simt/include/simt/copies.h"

using namespace simt;

#define SIMT_CALLER std::uint64_t(__builtin_return_address(0))

namespace simt {

AsyncCopies::OfThread& AsyncCopies::of(const Lane& lane, bool bulk) {
  const Thread whose{worker_.block_index, lane.linear, bulk};
  if (!last_ || whose != last_whose_) last_ = &threads_[whose], last_whose_ = whose;
  return *last_;
}

// The accesses of the thread that are no copies.
std::uint64_t AsyncCopies::other_accesses(const Lane& lane) { return lane.accesses() - of(lane, false).accesses; }

// The block that runs has its shared memory where every block has it.
char* AsyncCopies::here(std::uint64_t address) const {
  if (worker_.cluster && worker_.cluster->holds(address)) {
    const ClusterMemory::Place place = worker_.cluster->place(address);
    if (place.slot == worker_.own_slot()) address = place.below->begin + place.offset;
  }
  return reinterpret_cast<char*>(address);
}

// Where it goes, and that it may, is checked and counted where it is called. Of a copy that is zeros in part the hardware asks for
// all sectors; zeros take a pass of their own through the banks, those of other lanes or in one of 16 bytes.
CopyPointer AsyncCopies::make(
    Lane& lane, const CopyStage& stage, void* to, const void* from, unsigned bytes, unsigned there) {
  const std::uint64_t pc = stage.pc(), before = lane.accesses();
  const char* const source = static_cast<const char*>(from);
  char* const target = static_cast<char*>(to);
  if (stage.bulk) {
    for (unsigned done = 0; done < bytes; done += 16) {
      note_copy(lane, source + done, 16, EventKind::load, pc, stage, false);
      note_copy(lane, target + done, 16, EventKind::store, pc, stage, false);
    }
    count_bulk(lane, stage, to, from, bytes);
  } else if (there == bytes) {
    note_copy(lane, source, bytes, EventKind::load, pc, stage);
    note_copy(lane, target, bytes, EventKind::store, pc, stage);
  } else {
    for (unsigned i = 0; i < there; ++i) note_copy(lane, source + i, 1, EventKind::load, pc, stage, false);
    if (there) note_request(lane, source, bytes, EventKind::load, pc);
    note_copy(lane, target, bytes, EventKind::store, there ? pc : pc + 1, stage);
    if (there && bytes == 16) note_copy(lane, target, bytes, EventKind::store, pc + 1, stage);
  }
  auto copy = std::make_shared<AsyncCopy>();
  static_cast<CopyStage&>(*copy) = stage;
  copy->to = worker_.shadow_address(reinterpret_cast<std::uint64_t>(to));
  copy->from = worker_.shadow_address(reinterpret_cast<std::uint64_t>(from));
  copy->bytes = bytes, copy->there = there;
  copy->block = worker_.block_index, copy->thread = lane.linear;
  of(lane, false).accesses += lane.accesses() - before;
  copy->other_accesses = other_accesses(lane);
  return copy;
}

// What it moves. Loads and stores count nothing of it, nor do wavefronts.
void AsyncCopies::count_bulk(
    const Lane& lane, const CopyStage& stage, const void* to, const void* from, unsigned bytes) {
  bool known = false;
  const Space target = worker_.classify(reinterpret_cast<std::uint64_t>(to), known);
  const Space source = worker_.classify(reinterpret_cast<std::uint64_t>(from), known);
  const auto count = [&](Space space, EventKind kind, const void* at, const void* other) {
    worker_.requests.count_bulk(space, Event::pack(stage.pc(), kind, 16), reinterpret_cast<std::uint64_t>(at),
        reinterpret_cast<std::uint64_t>(other), bytes, lane.warp());
  };
  if (source == Space::global) count(Space::bulk, EventKind::load, from, to);
  else if (target == Space::global) count(Space::bulk, EventKind::store, to, from);
  else count(Space::bulk_cluster, EventKind::store, to, from);  // to the block itself, too
}

void AsyncCopies::begin(Lane& lane, void* to, const void* from, unsigned bytes, unsigned there, std::uint64_t pc) {
  OfThread& mine = of(lane, false);
  const CopyPointer copy =
      make(lane, {.place = call_chain(lane, pc), .group = mine.groups.committed}, to, from, bytes, there);
  copy->groups = &mine.groups;
  mine.open.push_back(copy);
  worker_.copy_counts.left += there;
  for (const auto& checker : worker_.checkers) checker->copy_begins(*copy);
}

void AsyncCopies::begin_bulk(
    Lane& lane, void* to, const void* from, unsigned bytes, std::uint64_t object, std::uint64_t pc) {
  OfThread& mine = of(lane, true);
  CopyStage stage{.place = call_chain(lane, pc), .bulk = true, .group = mine.groups.committed, .object = object};
  if (object) stage.phase = objects_[object].phase;
  const CopyPointer copy = make(lane, stage, to, from, bytes, bytes);
  if (!object) copy->groups = &mine.groups;
  (object ? objects_[object].counted : mine.open).push_back(copy);
  for (const auto& checker : worker_.checkers) checker->copy_begins(*copy);
}

void AsyncCopies::commit(const Lane& lane, bool bulk) {
  OfThread& mine = of(lane, bulk);
  for (const CopyPointer& copy : mine.open) copy->committed = true;
  ++mine.groups.committed;
}

void AsyncCopies::wait(const Lane& lane, bool bulk, std::uint64_t keep, bool reads_only) {
  OfThread& mine = of(lane, bulk);
  const std::uint64_t upto = mine.groups.committed > keep ? mine.groups.committed - keep : 0;
  for (const CopyPointer& copy : mine.open) {
    if (copy->done || !copy->committed || copy->group >= upto) continue;  // done: an object has counted it
    if (!reads_only) finish(*copy, false);
    else if (!copy->has_read) read(*copy);
  }
  if (!reads_only) mine.groups.waited = std::max(mine.groups.waited, upto);
  std::erase_if(mine.open, [](const CopyPointer& copy) { return copy->done; });
}

bool AsyncCopies::await(const Lane& lane, ObjectState& state, std::uint64_t object) {
  std::vector<CopyPointer>& open = of(lane, false).open;
  std::erase_if(
      open, [](const CopyPointer& copy) { return copy->done; });  // by an object, or there would be more and more
  for (const CopyPointer& copy : open) {
    if (!copy->object) copy->object = object, copy->phase = state.phase;
    state.awaited.push_back(copy);
  }
  return !open.empty();
}

void AsyncCopies::read(AsyncCopy& copy) {
  copy.held.assign(copy.bytes, 0);
  std::memcpy(copy.held.data(), here(copy.from), copy.there);
  copy.has_read = true;
  for (const auto& checker : worker_.checkers) checker->copy_has_read(copy);
}

void AsyncCopies::finish(AsyncCopy& copy, bool by_object) {
  copy.by_object = by_object;
  if (!copy.has_read) read(copy);
  std::memcpy(here(copy.to), copy.held.data(), copy.bytes);
  copy.done = true;
  ++worker_.copy_counts.copies;
  worker_.copy_counts.bytes += copy.there;
  if (!copy.bulk) worker_.copy_counts.left -= copy.there;
  if (copy.block == worker_.block_index) {
    const std::uint64_t between = other_accesses(worker_.lanes[copy.thread]) - copy.other_accesses;
    worker_.copy_counts.between += between;
    worker_.copy_counts.overlapped += between != 0;
  }
  for (const auto& checker : worker_.checkers) checker->copy_ends(copy);
  copy.held = {};
}

// Bulk copies go on by themselves, and the block's shared memory is given to another block.
void AsyncCopies::block_ends() {
  const auto is_its_own = [&](std::uint64_t address) {
    return worker_.cluster && worker_.cluster->holds(address) &&
           worker_.cluster->place(address).slot == worker_.own_slot();
  };
  const auto look = [&](const CopyPointer& copy) {
    if (copy->done || !copy->bulk) return;
    if (worker_.cluster ? !is_its_own(copy->to) && !is_its_own(copy->from) : copy->block != worker_.block_index) return;
    const bool writes = copy->object && (!worker_.cluster || is_its_own(copy->to));
    if (copy->object || !copy->has_read)
      worker_.remarks.add(~copy->pc(), [this, of = *copy, writes] { return explain_left_copy(worker_, of, writes); });
    if (!copy->object) finish(*copy, false);  // what it writes is there when the kernel has ended
  };
  for (const auto& [whose, thread] : threads_)
    for (const CopyPointer& copy : thread.open) look(copy);
  for (const auto& [address, state] : objects_)
    for (const CopyPointer& copy : state.counted) look(copy);
}

AsyncCopies& copies_of(Worker& worker) {
  if (!worker.copies) worker.copies = std::make_unique<AsyncCopies>(worker);
  return *worker.copies;
}

}  // namespace simt

namespace {

void must_lie(Lane& lane, const void* at, bool in_shared, std::uint64_t pc) {
  bool known = false;
  const Space space = lane.worker->classify(reinterpret_cast<std::uint64_t>(at), known);
  if (!known) return;  // out of bounds, which is found where it is noted down
  const bool is_shared = space == Space::shared || space == Space::cluster;
  if (in_shared ? is_shared : space == Space::global) return;
  stop_lane(lane, {.kind = Fault::Kind::trap,
                      .pc = pc,
                      .text = in_shared ? "an asynchronous copy with an address that is not in shared memory"
                                        : "an asynchronous copy with an address that is not in global memory"});
}

void begin_bulk(
    Lane& lane, void* to, const void* from, unsigned bytes, void* object, bool from_shared, std::uint64_t pc) {
  Worker& worker = *lane.worker;
  must_lie(lane, to, object, pc);
  must_lie(lane, from, from_shared, pc);
  if (bytes % 16)
    stop_lane(
        lane, {.kind = Fault::Kind::trap, .pc = pc, .text = "a bulk copy whose size is not a multiple of 16 bytes"});
  if (bytes == 0) return;
  copies_of(worker).begin_bulk(
      lane, to, from, bytes, object ? worker.shadow_address(reinterpret_cast<std::uint64_t>(object)) : 0, pc);
  ++worker.arrivals;
}

void wait_for_copies(int which, std::uint64_t keep, std::uint64_t pc) {
  Lane* lane = current_lane;
  if (!lane) return;
  lane->meeting = {WarpOp::copies, 0, keep, which, 32, {pc}};
  suspend(*lane, LaneState::warp);
}

}  // namespace

// The lane stands at such a wait, and with it those of its warp that have come there together.
void Worker::done_waiting(const Lane& lane) {
  if (!copies) return;
  const int which = lane.meeting.parameter;
  if (which & copies_all) copies->commit(lane, false);
  copies->wait(lane, which & copies_bulk, lane.meeting.value, which & copies_read);
}

extern "C" {
void* simt_cluster_map(const void* pointer, unsigned rank) noexcept;

void simt_copy_begin(void* to, const void* from, unsigned bytes, unsigned there) noexcept {
  Lane* lane = current_lane;
  if (!lane) return;
  const std::uint64_t pc = SIMT_CALLER;
  must_lie(*lane, to, true, pc);
  must_lie(*lane, from, false, pc);
  copies_of(*lane->worker).begin(*lane, to, from, bytes, std::min(bytes, there), pc);
}
void simt_copy_commit() noexcept {
  if (current_lane) copies_of(*current_lane->worker).commit(*current_lane, false);
}
void simt_copy_wait(std::uint64_t keep) noexcept { wait_for_copies(0, keep, SIMT_CALLER); }
void simt_copy_wait_all() noexcept { wait_for_copies(copies_all, 0, SIMT_CALLER); }

void simt_bulk_begin(void* to, const void* from, unsigned bytes, void* object) noexcept {
  if (current_lane) begin_bulk(*current_lane, to, from, bytes, object, !object, SIMT_CALLER);
}
// From one block's shared memory to another's, or to its own.
void simt_bulk_send(void* to, const void* from, unsigned bytes, void* object) noexcept {
  if (!current_lane) return;
  Lane& lane = *current_lane;
  const std::uint64_t pc = SIMT_CALLER;
  if (!lane.worker->launch.is_of_clusters)  // seen on an H200; a cluster of one block will do
    stop_lane(lane, {.kind = Fault::Kind::trap,
                        .pc = pc,
                        .text = "a bulk copy from shared to shared memory with no cluster (an illegal instruction)"});
  begin_bulk(lane, to, from, bytes, object, true, pc);
}
// To the same place in each block of the cluster whose bit is set, and counted by the object that lies there.
void simt_bulk_multicast(void* to, const void* from, unsigned bytes, void* object, unsigned ranks) noexcept {
  if (!current_lane) return;
  for (unsigned rank = 0; ranks >> rank; ++rank)
    if (ranks >> rank & 1)
      begin_bulk(
          *current_lane, simt_cluster_map(to, rank), from, bytes, simt_cluster_map(object, rank), false, SIMT_CALLER);
}
void simt_bulk_commit() noexcept {
  if (current_lane) copies_of(*current_lane->worker).commit(*current_lane, true);
}
void simt_bulk_wait(std::uint64_t keep, int reads_only) noexcept {
  wait_for_copies(copies_bulk | (reads_only ? copies_read : 0), keep, SIMT_CALLER);
}
void simt_proxy_fence() noexcept {
  if (Lane* lane = current_lane)
    for (const auto& checker : lane->worker->checkers) checker->proxy_fence(*lane);
}
void simt_object_fence() noexcept {
  if (Lane* lane = current_lane)
    for (const auto& checker : lane->worker->checkers) checker->object_fence(*lane);
}
}
#undef SIMT_CALLER
