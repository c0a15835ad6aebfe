// malloc, free, new and delete in a kernel: memory of the device's heap. In host code they are the C library's.
//
// simtcc links programs with --wrap for these names, so that every call of theirs comes here. Each allocation is one
// of DeviceMemory's, and all checkers know it.
#include <cstdlib>
#include <new>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/engine/runtime_api/device.hpp"
#include "simt/engine/core/worker.hpp"
#include "simt/engine/memory/protected.hpp"
#include "simt/engine/streams/touched.hpp"
#include "simt/openmp/host_access.hpp"

namespace simt {
namespace {

// What a kernel does with the heap cannot be undone: it runs in warp order from the beginning.
void end_unless_in_warp_order(Lane& lane) {
  if (lane.worker->in_warp_order) return;
  lane.worker->reordered = true;
  stop_lane(lane, {.kind = Fault::Kind::reordered});
}

// From a kernel. Null when the heap is full, as on a GPU; `new` gives null there, too.
void* allocate(Lane& lane, std::size_t bytes) {
  end_unless_in_warp_order(lane);
  lane.worker->wait_for_turn();  // who still gets memory, and at which address, must not depend on chance
  return device_memory.allocate_on_heap(bytes ? bytes : 1, current_device());
}

void release(Lane& lane, void* pointer, const char* call, std::uint64_t pc) {
  end_unless_in_warp_order(lane);
  lane.worker->wait_for_turn();
  if (!pointer || device_memory.release_from_heap(pointer)) return;
  stop_lane(lane,
      {.kind = Fault::Kind::invalid_free, .address = reinterpret_cast<std::uint64_t>(pointer), .pc = pc, .text = call});
}

// The program's memory, which is not the simulator's own heap: this form of new is C++'s library's, and asks the program's.
void* allocate_for_host(std::size_t bytes) {
  if (void* const made = ::operator new(bytes, std::nothrow)) return made;
  throw std::bad_alloc();
}

// Host code that frees device memory in the C library's way, in which a GPU program would crash; or memory of the simulator's own.
bool frees_device_memory(void* pointer, const char* call, std::uint64_t pc) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  if (is_protected(address)) [[unlikely]]
    return true;  // what the simulator has allocated is not the program's to give back
  if (!device_memory.contains(address)) {
    if (settings.stream_races_are_checked) check_host_free(pointer, call, pc);
    return false;
  }
  const Allocation* found = device_memory.at_granule(address);
  Finding finding;
  finding.kind = FindingKind::invalid_free;
  finding.memory = "global";
  finding.where = locate(pc);
  finding.message = std::string(call) + " was given " + (found ? name_allocation_of(*found) : "device memory") +
                    name_place(finding.where) + ": " +
                    (found && found->kind == AllocationKind::pinned ? "cudaFreeHost" : "cudaFree") + " frees it";
  add_host_finding(finding);
  return true;
}

}  // namespace

Finding explain_invalid_free(const Lane& lane, const Fault& fault) {
  const Allocation* found = device_memory.contains(fault.address) ? device_memory.at_granule(fault.address) : nullptr;
  std::string what = "what is no memory of the device's heap";
  if (found && found->base == fault.address && found->kind != AllocationKind::heap)
    what = name_allocation_of(*found) + ", which the host has allocated";
  else if (found && found->base == fault.address) what = name_allocation_of(*found) + " a second time";
  else if (found && found->kind == AllocationKind::heap)
    what = "a pointer into the middle of " + name_allocation_of(*found);
  Finding finding;
  finding.kind = FindingKind::invalid_free;
  finding.memory = "global";
  finding.where = locate(fault.pc);
  finding.message = name_thread(lane) + " calls " + fault.text + " for " + what + name_place(finding.where);
  return finding;
}

}  // namespace simt

using namespace simt;

#define SIMT_HERE reinterpret_cast<std::uint64_t>(__builtin_return_address(0))
#define SIMT_ALLOCATE(name, otherwise)                              \
  void* name(std::size_t bytes) {                                   \
    if (current_lane) return allocate(*current_lane, bytes);        \
    void* const made = otherwise(bytes);                            \
    note_host_memory(reinterpret_cast<std::uint64_t>(made), bytes); \
    return made;                                                    \
  }
#define SIMT_FREE(name, call, otherwise)                                            \
  void name(void* pointer) {                                                        \
    if (Lane* lane = current_lane) return release(*lane, pointer, call, SIMT_HERE); \
    if (!frees_device_memory(pointer, call, SIMT_HERE)) otherwise(pointer);         \
  }
#define SIMT_FREE_SIZED(name, call, otherwise)                                      \
  void name(void* pointer, std::size_t) {                                           \
    if (Lane* lane = current_lane) return release(*lane, pointer, call, SIMT_HERE); \
    if (!frees_device_memory(pointer, call, SIMT_HERE)) otherwise(pointer);         \
  }

extern "C" {
SIMT_ALLOCATE(__wrap_malloc, std::malloc)
SIMT_ALLOCATE(__wrap__Znwm, allocate_for_host)
SIMT_ALLOCATE(__wrap__Znam, allocate_for_host)
SIMT_FREE(__wrap_free, "free()", std::free)
SIMT_FREE(__wrap__ZdlPv, "delete", ::operator delete)
SIMT_FREE(__wrap__ZdaPv, "delete[]", ::operator delete[])
SIMT_FREE_SIZED(__wrap__ZdlPvm, "delete", ::operator delete)
SIMT_FREE_SIZED(__wrap__ZdaPvm, "delete[]", ::operator delete[])
}
