// How findings name threads, allocations and places.
#include <filesystem>

#include "simt/checkers/checkers.hpp"

namespace simt {
namespace {

std::string tuple(unsigned x, unsigned y, unsigned z, bool with_z) {
  std::string text = "(" + std::to_string(x) + "," + std::to_string(y);
  if (with_z) text += "," + std::to_string(z);
  return text + ")";
}

}  // namespace

std::string name_thread(const LaunchState& launch, const uint3& block, const uint3& thread) {
  return "block " + tuple(block.x, block.y, block.z, launch.grid.z > 1) + ", thread " +
         tuple(thread.x, thread.y, thread.z, launch.block.z > 1);
}

std::string name_thread(const Lane& lane) { return name_thread(lane.worker->launch, lane.worker->block, lane.thread); }

std::string name_allocation_of(const Allocation& allocation) {
  return allocation.name.empty() ? "an allocation of " + std::to_string(allocation.bytes) + " bytes" : allocation.name;
}

std::string name_place(const Location& where) {
  return where.line == 0
             ? ""
             : ", " + std::filesystem::path(where.file).filename().string() + " line " + std::to_string(where.line);
}

std::string name_shared(const SharedArray& array) {
  return array.name.find(' ') == std::string::npos ? "the shared array " + array.name : array.name;
}

std::string name_memory(const Worker& worker, std::uint64_t address) {
  if (device_memory.contains(address)) {
    const Allocation* allocation = device_memory.at_granule(address);
    if (!allocation) return "device memory";
    return name_allocation_of(*allocation) + " at byte " + std::to_string(address - allocation->base);
  }
  if (worker.cluster && worker.cluster->holds(address)) {
    const ClusterMemory::Place place = worker.cluster->place(address);
    const uint3 of = block_of(worker.launch.grid, worker.shared_owner(address));
    const std::string owner = " of block " + tuple(of.x, of.y, of.z, worker.launch.grid.z > 1);
    if (!place.below) return "shared memory" + owner;
    return name_shared(*place.below) + owner + " at byte " + std::to_string(place.offset) +
           (place.array ? "" : ", which has " + std::to_string(place.below->bytes));
  }
  if (const SharedArray* array = worker.shared.at(address))
    return name_shared(*array) + " at byte " + std::to_string(address - array->begin);
  if (const Variable* variable = worker.launch.variables->at(address))
    return "the variable " + variable->name + " at byte " + std::to_string(address - variable->begin);
  return "a device variable";
}

// Variables and host memory that a kernel may touch are global memory, too.
const char* memory_of(const Worker& worker, std::uint64_t address) {
  return worker.shared.at(address) || (worker.cluster && worker.cluster->holds(address)) ? "shared" : "global";
}

Finding finding_at(FindingKind kind, const Lane& lane, std::uint64_t pc) {
  Finding finding;
  finding.kind = kind;
  finding.where = locate(pc);
  finding.kernel = lane.worker->launch.kernel;
  const uint3& block = lane.worker->block;
  finding.block = {block.x, block.y, block.z};
  finding.thread = {lane.thread.x, lane.thread.y, lane.thread.z};
  return finding;
}

const char* verb(EventKind kind) {
  switch (kind) {
    case EventKind::load:
      return "reads";
    case EventKind::store:
      return "writes";
    default:
      return "updates";
  }
}

}  // namespace simt
