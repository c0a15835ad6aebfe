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

std::string name_thread(const Lane& lane) {
  const LaunchState& launch = lane.worker->launch;
  const uint3& block = lane.worker->block;
  return "block " + tuple(block.x, block.y, block.z, launch.grid.z > 1) + ", thread " +
         tuple(lane.thread.x, lane.thread.y, lane.thread.z, launch.block.z > 1);
}

std::string name_allocation_of(const Allocation& allocation) {
  return allocation.name.empty() ? "an allocation of " + std::to_string(allocation.bytes) + " bytes" : allocation.name;
}

std::string name_place(const Location& where) {
  return where.line == 0 ? "" : ", " + std::filesystem::path(where.file).filename().string() + " line " + std::to_string(where.line);
}

const char* verb(EventKind kind) {
  switch (kind) {
    case EventKind::load: return "reads";
    case EventKind::store: return "writes";
    default: return "updates";
  }
}

}  // namespace simt
