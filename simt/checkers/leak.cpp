// Finds what the program made and never gave back: device and pinned memory, streams, events, arrays, textures.
#include "simt/checkers/checkers.hpp"
#include "simt/engine/calls.hpp"

namespace simt {
namespace {

const char* freed_by(AllocationKind kind) { return kind == AllocationKind::pinned ? "cudaFreeHost" : "cudaFree"; }

const char* memory_of(AllocationKind kind) {
  switch (kind) {
    case AllocationKind::pinned: return "pinned host memory";
    case AllocationKind::managed: return "managed memory";
    default: return "device memory";
  }
}

void report(const Location& made_at, const std::string& what, const std::string& way_out) {
  Finding finding;
  finding.kind = "leak";
  finding.where = made_at;
  finding.message = what + name_place(made_at) + " " + way_out;
  add_host_finding(std::move(finding));
}

}  // namespace

void report_leaks() {
  for (const Allocation& allocation : device_memory.live_allocations())
    report(allocation.made_at, std::to_string(allocation.bytes) + " bytes of " + memory_of(allocation.kind) +
                                   (allocation.name.empty() ? "" : " (" + allocation.name + ")") + " that were allocated",
           std::string("are never freed with ") + freed_by(allocation.kind));
  for (const Handle& handle : live_handles()) report(handle.made_at, handle.what + " that was made", "is never destroyed");
}

}  // namespace simt
