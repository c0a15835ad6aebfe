// Finds what the program made and never gave back: device and pinned memory, streams, events, arrays, textures.
#include <string>
#include <vector>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/runtime_api/calls.hpp"
#include "simt/engine/runtime_api/transfer.hpp"

namespace simt {
namespace {

const char* freed_by(AllocationKind kind) { return kind == AllocationKind::pinned ? "cudaFreeHost" : "cudaFree"; }

const char* memory_of(AllocationKind kind) {
  switch (kind) {
    case AllocationKind::pinned:
      return "pinned host memory";
    case AllocationKind::managed:
      return "managed memory";
    default:
      return "device memory";
  }
}

// What one place in the source made and did not give back.
struct Lost {
  Location made_at;
  std::string what, way_out;  // "device memory", "are never freed with cudaFree"
  std::uint64_t count = 0, bytes = 0;
};

Lost& at_place(std::vector<Lost>& all, const Location& made_at, const std::string& what, const std::string& way_out) {
  for (Lost& lost : all)
    if (lost.made_at.file == made_at.file && lost.made_at.line == made_at.line && lost.what == what) return lost;
  return all.emplace_back(Lost{made_at, what, way_out});
}

void report(const Lost& lost) {
  Finding finding;
  finding.kind = FindingKind::leak;
  finding.where = lost.made_at;
  const std::string several = lost.count > 1 ? std::to_string(lost.count) : "";
  finding.message = lost.bytes ? std::to_string(lost.bytes) + " bytes of " + lost.what +
                                     (several.empty() ? "" : " in " + several + " allocations") + " " + lost.way_out
                               : lost.what + " " + lost.way_out + (several.empty() ? "" : " (" + several + " of them)");
  finding.message += name_place(lost.made_at);
  add_host_finding(std::move(finding));
}

void report_leaks() {
  std::vector<Lost> all;
  for (const Allocation& allocation : device_memory.live_allocations()) {
    const std::string name = allocation.name.empty() ? "" : " (" + allocation.name + ")";
    Lost& lost = at_place(all, allocation.made_at, memory_of(allocation.kind) + name,
        std::string("are never freed with ") + freed_by(allocation.kind));
    ++lost.count;
    lost.bytes += allocation.bytes;
  }
  for (const Handle& handle : live_handles()) ++at_place(all, handle.made_at, handle.what, "is never destroyed").count;
  for (const Lost& lost : all) report(lost);
}

const char* given_back_by(const std::string& what) {
  return what == "a stream"                ? "cudaStreamDestroy"
         : what == "a context"             ? "cuCtxDestroy"
         : what == "a retained context"    ? "cuDevicePrimaryCtxRelease"
         : what == "an event"              ? "cudaEventDestroy"
         : what == "an array"              ? "cudaFreeArray"
         : what == "a texture object"      ? "cudaDestroyTextureObject"
         : what == "a graph"               ? "cudaGraphDestroy"
         : what == "an instantiated graph" ? "cudaGraphExecDestroy"
         : what == "a memory pool"         ? "cudaMemPoolDestroy"
                                           : "cudaDestroySurfaceObject";
}

}  // namespace

std::vector<Acquired> acquired() {
  std::vector<Acquired> all;
  for (const Allocation& allocation : device_memory.live_allocations())
    all.push_back(
        {allocation.base, memory_of(allocation.kind), freed_by(allocation.kind), allocation.bytes, allocation.made_at});
  // What kernels have taken is one thing, and has no address: the host can tell none of it from what was there before.
  if (const std::uint64_t held = device_memory.heap_used())
    all.push_back({0, "memory of the device's heap", "free or delete in a kernel", held, {}});
  for (const AddressRange& range : registered_host_ranges())
    all.push_back({range.begin, "registered host memory", "cudaHostUnregister", range.bytes, {}});
  for (const Handle& handle : live_handles())
    all.push_back(
        {reinterpret_cast<std::uint64_t>(handle.address), handle.what, given_back_by(handle.what), 0, handle.made_at});
  return all;
}

const CheckerKind leak_checker{.name = "leak", .when = CheckerKind::by_name, .program_ends = &report_leaks};

}  // namespace simt
