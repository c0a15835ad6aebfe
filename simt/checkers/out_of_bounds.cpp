// Explains an access of a kernel to global memory that no live allocation holds.
#include "simt/checkers/checkers.hpp"
#include "simt/engine/runtime_api/calls.hpp"
#include "simt/engine/memory/host_names.hpp"

namespace simt {

namespace {

// What lies at most so far from a shared array is taken to be meant for it.
constexpr std::uint64_t reach = 256 * 1024;

// Fills in the finding if the address lies outside, but near, one of the block's shared arrays.
bool explain_shared(const FaultyAccess& access, const std::string& does, const std::string& place, Finding& finding) {
  const Worker& worker = *access.lane.worker;
  const SharedArray* near = nullptr;
  std::uint64_t closest = reach;
  for (const SharedArray& array : worker.shared.arrays) {
    const std::uint64_t end = array.begin + array.bytes;
    const std::uint64_t distance = access.address < array.begin ? array.begin - access.address
                                   : access.address >= end      ? access.address - end
                                                                : 0;
    // Running forward off an array is what happens most: of two as near as each other it is the lower one.
    if (distance < closest) closest = distance, near = &array;
  }
  const std::uint64_t dynamic = worker.shared.dynamic.begin;
  if (!worker.shared.dynamic.bytes && access.address - dynamic < h200::shared_bytes_of_block_most) {
    finding.memory = "shared";
    finding.message = does + "of dynamic shared memory" + place +
                      ", but the launch gave the block none (the third value between <<< and >>>)";
    return true;
  }
  if (!near) return false;
  const std::string name = name_shared(*near) + ", which has " + std::to_string(near->bytes) + " bytes";
  const std::uint64_t end = near->begin + near->bytes;
  finding.memory = "shared";
  if (access.address < near->begin)
    finding.message =
        does + std::to_string(near->begin - access.address) + " bytes before the start of " + name + place;
  else if (access.address < end) finding.message = does + "across the end of " + name + place;
  else
    finding.message = does +
                      (access.address > end ? std::to_string(access.address - end) + " bytes past the end of "
                                            : "just past the end of ") +
                      name + place;
  return true;
}

}  // namespace

Finding explain_out_of_bounds(const FaultyAccess& access) {
  Finding finding;
  finding.kind = FindingKind::out_of_bounds;
  finding.memory = "global";
  finding.where = locate(access.pc);
  const std::string does =
      name_thread(access.lane) + " " + verb(access.kind) + " " + std::to_string(access.bytes) + " bytes ";
  const std::string place = name_place(finding.where);

  if (access.address < 4096) {
    finding.message = does + "through a null pointer" + place;
    return finding;
  }
  if (!device_memory.contains(access.address)) {
    if (const Worker& worker = *access.lane.worker; worker.cluster && worker.cluster->holds(access.address)) {
      finding.memory = "shared";
      finding.message = does + "past the end of " + name_memory(worker, access.address) + place;
      return finding;
    }
    if (explain_shared(access, does, place, finding)) return finding;
    if (const Variable* shadow = shadow_at(access.address)) {
      finding.kind = FindingKind::host_pointer;
      finding.message = does + "through an address of " + shadow->name + " that host code gave it" + place +
                        ": in host code " + shadow->name + " is the name of a variable of the host's; use " +
                        shadow->name + " in the kernel, or pass what cudaGetSymbolAddress gives";
      return finding;
    }
    const Variables& variables = *access.lane.worker->launch.variables;
    const Variable* const near = variables.nearest(access.address);
    // A static array of a kernel's lies among the host's variables, and what is behind it is one of these.
    const bool left_table =
        near && near->kind == VariableKind::local_static && access.address - near->begin < 2 * near->bytes + 256;
    if (const Variable* host = variables.of_host_at(access.address); host && !left_table) {
      finding.kind = FindingKind::host_pointer;
      finding.message =
          does + "of the host's variable " + host->name + ", through a pointer that is not device memory" + place;
      return finding;
    }
    if (near) {
      const std::uint64_t end = near->begin + near->bytes;
      // Of a static one in a function, without the function.
      const std::string name =
          (near->kind == VariableKind::local_static ? near->name.substr(near->name.rfind(':') + 1) : near->name) +
          ", which has " + std::to_string(near->bytes) + " bytes";
      if (near->holds(access.address)) finding.message = does + "across the end of the variable " + name + place;
      else if (access.address >= end)
        finding.message =
            does +
            (access.address > end ? std::to_string(access.address - end) + " bytes past the end of the variable "
                                  : "just past the end of the variable ") +
            name + place;
      else
        finding.message = does + std::to_string(near->begin - access.address) +
                          " bytes before the start of the variable " + name + place;
      return finding;
    }
    finding.kind = FindingKind::host_pointer;
    finding.message =
        does + "through a pointer that is not device memory (host memory? an index far out of range?)" + place;
    return finding;
  }
  const Allocation* here = device_memory.at_granule(access.address);
  if (here && here->freed) {
    finding.kind = FindingKind::use_after_free;
    finding.message = does + "of " + name_allocation_of(*here) + " after it was freed" + place;
    return finding;
  }
  if (device_memory.live(access.address, access.bytes)) {
    finding.message = does + "of " + name_allocation_of(*here) + " on device " + std::to_string(here->owner) + place +
                      ", but the kernel runs on device " + std::to_string(access.lane.worker->launch.device) +
                      ", which has not been given access (cudaDeviceEnablePeerAccess)";
    return finding;
  }
  const Allocation* near = device_memory.nearest(access.address);
  if (!near) {
    finding.message = does + "of device memory, where nothing is allocated" + place;
    return finding;
  }
  const std::uint64_t end = near->base + near->bytes;
  const std::string name = name_allocation_of(*near);
  if (access.address >= end) {
    const std::uint64_t gap = access.address - end;
    finding.message =
        does + (gap ? std::to_string(gap) + " bytes past the end of " : "just past the end of ") + name + place;
  } else if (access.address < near->base) {
    finding.message = does + std::to_string(near->base - access.address) + " bytes before the start of " + name + place;
  } else {
    finding.message = does + "across the end of " + name + place;
  }
  if (!near->name.empty()) finding.message += " (" + near->name + " has " + std::to_string(near->bytes) + " bytes)";
  return finding;
}

Finding explain_host_touches_device(std::uint64_t address, std::size_t bytes, bool writes, std::uint64_t pc) {
  Finding finding;
  finding.kind = FindingKind::host_pointer;
  finding.memory = "global";
  finding.where = locate(pc);
  // An algorithm of the library touched it: who called that is what its author wants to know.
  if (is_library_file(finding.where.file)) finding.where = calling_place();
  const Allocation* near = device_memory.contains(address) ? device_memory.nearest(address) : nullptr;
  if (const Variable* variable = Variables::of_process()->at(address)) {
    finding.message =
        std::string("host code ") + (writes ? "writes " : "reads ") + std::to_string(bytes) +
        " bytes of the device's variable " + variable->name + name_place(finding.where) +
        ": on a GPU the host has another variable of that name; use cudaMemcpyToSymbol and cudaMemcpyFromSymbol";
    return finding;
  }
  const std::string does =
      std::string("host code ") + (writes ? "writes " : "reads ") + std::to_string(bytes) + " bytes ";
  if (near && near->on_both_sides() && !near->freed && address + bytes > near->base + near->bytes) {
    finding.kind = FindingKind::out_of_bounds;
    finding.message = does + (address >= near->base + near->bytes ? "past the end of " : "across the end of ") +
                      std::to_string(near->bytes) + " bytes of " +
                      (near->kind == AllocationKind::pinned ? "page-locked" : "managed") + " memory" +
                      name_place(finding.where);
    return finding;
  }
  finding.message = does + "of device memory" + (near && !near->name.empty() ? " (" + near->name + ")" : "") +
                    name_place(finding.where) + ": only a kernel or cudaMemcpy may; on a GPU this ends the program";
  return finding;
}

}  // namespace simt
