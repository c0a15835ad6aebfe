// The shared memory of a cluster's blocks, what they ask about their cluster, and what can be wrong with reaching others.
#include "simt/engine/core/cluster.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/core/worker.hpp"

namespace simt {
namespace {

// Banks and sectors of an address are those of the array's own; arrays do not touch.
constexpr std::uint64_t grain = 1024;
std::uint64_t whole_grains(std::uint64_t bytes) { return (bytes + grain - 1) / grain * grain; }

}  // namespace

std::uint64_t ClusterShape::block(std::uint64_t number, unsigned rank) const {
  const dim3 clusters(grid.x / cluster.x, grid.y / cluster.y, grid.z / cluster.z);
  const uint3 of = block_of(clusters, number), in = block_of(cluster, rank);
  const std::uint64_t x = of.x * cluster.x + in.x, y = of.y * cluster.y + in.y, z = of.z * cluster.z + in.z;
  return (z * grid.y + y) * grid.x + x;
}

ClusterMemory::ClusterMemory(const SharedMemory& shared, std::uint64_t slots) : blocks(slots), arrays_(shared.arrays) {
  std::uint64_t at = grain;
  for (const SharedArray& array : arrays_) {
    offsets_.push_back(at + array.begin % grain);
    at = whole_grains(offsets_.back() + array.bytes) + grain;
  }
  slot_bytes_ = at;
  bytes_ = slot_bytes_ * slots;
  void* range = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED) {
    std::fputs("simt: there is no memory for the shared arrays of this launch's clusters\n", stderr);
    std::abort();
  }
  base_ = reinterpret_cast<std::uint64_t>(range);
}

ClusterMemory::~ClusterMemory() { munmap(reinterpret_cast<void*>(base_), bytes_); }

ClusterMemory::Place ClusterMemory::place(std::uint64_t address, unsigned bytes) const {
  const std::uint64_t slot = (address - base_) / slot_bytes_, offset = (address - base_) % slot_bytes_;
  const auto above = std::upper_bound(offsets_.begin(), offsets_.end(), offset);
  if (above == offsets_.begin()) return {nullptr, slot, 0, nullptr};
  const std::size_t i = std::size_t(above - offsets_.begin()) - 1;
  const std::uint64_t inside = offset - offsets_[i];
  return {inside + bytes <= arrays_[i].bytes ? &arrays_[i] : nullptr, slot, inside, &arrays_[i]};
}

std::uint64_t ClusterMemory::address(std::uint64_t slot, std::uint64_t own) const {
  for (std::size_t i = 0; i < arrays_.size(); ++i)
    if (own >= arrays_[i].begin && own <= arrays_[i].begin + arrays_[i].bytes)
      return base_ + slot * slot_bytes_ + offsets_[i] + (own - arrays_[i].begin);
  if (!holds(own)) return 0;
  return base_ + slot * slot_bytes_ + (own - base_) % slot_bytes_;
}

void ClusterMemory::clear(std::uint64_t slot) {
  std::memset(reinterpret_cast<void*>(base_ + slot * slot_bytes_), 0, slot_bytes_);
  blocks[slot] = {};
}

void ClusterMemory::put_aside(std::uint64_t slot) {
  for (std::size_t i = 0; i < arrays_.size(); ++i)
    std::memcpy(reinterpret_cast<void*>(base_ + slot * slot_bytes_ + offsets_[i]),
        reinterpret_cast<const void*>(arrays_[i].begin), arrays_[i].bytes);
}

void ClusterMemory::take_up(std::uint64_t slot, SharedMemory& shared) {
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    std::memcpy(reinterpret_cast<void*>(arrays_[i].begin),
        reinterpret_cast<const void*>(base_ + slot * slot_bytes_ + offsets_[i]), arrays_[i].bytes);
    shared.arrays[i].touched = true;
  }
}

std::uint64_t Worker::slot_of(const uint3& block) const {
  const ClusterShape shape{launch.grid, launch.cluster};
  return (launch.cooperative ? shape.number(block) * shape.blocks() : 0) + shape.rank(block);
}

std::uint64_t Worker::shadow_address(std::uint64_t address) const {
  return cluster && shared.at(address) ? cluster->address(own_slot(), address) : address;
}

std::uint64_t Worker::shared_owner(std::uint64_t address) const {
  return cluster && cluster->holds(address) ? slot_blocks[cluster->place(address).slot] : block_index;
}

// An access to the shared memory of another block of the cluster. That block must have begun, which a barrier of the cluster
// says, and must not have ended, for which it has to wait at one; or for a copy's phase, if an object counts it.
bool Worker::reach(Lane& lane, std::uint64_t address, unsigned bytes, std::uint64_t pc, bool is_counted) {
  const ClusterMemory::Place place = cluster->place(address, bytes);
  if (!place.array) return false;
  const std::uint64_t slot = own_slot();
  ClusterMemory::Block& theirs = cluster->blocks[place.slot];
  const char* wrong = nullptr;
  if (!cluster->blocks[slot].meetings) wrong = ", which may not have begun: no cluster.sync() has come before it";
  else if (theirs.ended) wrong = ", which has ended: it must wait at a cluster.sync() until nobody needs it any more";
  if (wrong)
    remarks.add(pc, [finding = explain_reach(lane, pc, name_memory(*this, address), wrong)] { return finding; });
  if (is_counted) return true;
  theirs.reached_at = pc;
  theirs.reached_in = cluster->blocks[slot].meetings;
  return true;
}

// The block that runs has come to its end.
void Worker::leave_cluster() {
  const std::uint64_t slot = own_slot();
  ClusterMemory::Block& mine = cluster->blocks[slot];
  mine.ended = true;
  if (mine.reached_in == mine.meetings && mine.meetings)
    remarks.add(mine.reached_at, [finding = explain_left(*this, mine.reached_at)] { return finding; });
  cluster->put_aside(slot);
}

}  // namespace simt

using namespace simt;

extern "C" {
void simt_cluster_barrier() noexcept {
  Lane* lane = current_lane;
  if (!lane) return;
  if (lane->worker->launch.is_of_clusters) note_acquire(*lane, std::uint64_t(__builtin_return_address(0)));
  lane->meeting.at = {std::uint64_t(__builtin_return_address(0))};
  lane->meeting.value = 0;
  suspend(*lane, lane->worker->cluster ? LaneState::cluster : LaneState::barrier);
}
void simt_cluster_shape(unsigned* xyz) noexcept {
  const dim3 of = current_lane ? current_lane->worker->launch.cluster : dim3(1, 1, 1);
  xyz[0] = of.x, xyz[1] = of.y, xyz[2] = of.z;
}
void simt_cluster_block(unsigned* xyz) noexcept {
  const Worker* worker = current_lane ? current_lane->worker : nullptr;
  const uint3 in = worker ? ClusterShape{worker->launch.grid, worker->launch.cluster}.within(worker->block) : uint3{};
  xyz[0] = in.x, xyz[1] = in.y, xyz[2] = in.z;
}
void* simt_cluster_map(const void* pointer, unsigned rank) noexcept {
  Lane* lane = current_lane;
  void* const own = const_cast<void*>(pointer);
  if (!lane) return own;
  Worker& worker = *lane->worker;
  const ClusterShape shape{worker.launch.grid, worker.launch.cluster};
  if (rank >= shape.blocks())
    stop_lane(*lane, {.kind = Fault::Kind::trap,
                         .pc = std::uint64_t(__builtin_return_address(0)),
                         .text = "map_shared_rank() with a rank that its cluster does not have"});
  if (!worker.cluster || rank == shape.rank(worker.block)) return own;
  const std::uint64_t slot = worker.own_slot() - shape.rank(worker.block) + rank;
  const std::uint64_t address = worker.cluster->address(slot, reinterpret_cast<std::uint64_t>(pointer));
  return address ? reinterpret_cast<void*>(address) : own;
}
unsigned simt_cluster_rank_of(const void* pointer) noexcept {
  Lane* lane = current_lane;
  if (!lane || !lane->worker->cluster) return 0;
  Worker& worker = *lane->worker;
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  const std::uint64_t slot = worker.cluster->holds(address) ? worker.cluster->place(address).slot : worker.own_slot();
  return unsigned(slot % ClusterShape{worker.launch.grid, worker.launch.cluster}.blocks());
}
}
