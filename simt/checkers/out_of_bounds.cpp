// Explains an access of a kernel to global memory that no live allocation holds.
#include "simt/checkers/checkers.hpp"

namespace simt {

Finding explain_out_of_bounds(const FaultyAccess& access) {
  Finding finding;
  finding.kind = "out-of-bounds";
  finding.memory = "global";
  finding.where = locate(access.pc);
  const std::string does = name_thread(access.lane) + " " + verb(access.kind) + " " + std::to_string(access.bytes) + " bytes ";
  const std::string place = name_place(finding.where);

  if (access.address < 4096) {
    finding.message = does + "through a null pointer" + place;
    return finding;
  }
  if (!device_memory.contains(access.address)) {
    finding.kind = "host-pointer";
    finding.message = does + "through a pointer that is not device memory (host memory? an index far out of range?)" + place;
    return finding;
  }
  const Allocation* here = device_memory.at_granule(access.address);
  if (here && here->freed) {
    finding.kind = "use-after-free";
    finding.message = does + "of " + name_allocation_of(*here) + " after it was freed" + place;
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
    finding.message = does + (gap ? std::to_string(gap) + " bytes past the end of " : "just past the end of ") + name + place;
  } else if (access.address < near->base) {
    finding.message = does + std::to_string(near->base - access.address) + " bytes before the start of " + name + place;
  } else {
    finding.message = does + "across the end of " + name + place;
  }
  if (!near->name.empty()) finding.message += " (" + near->name + " has " + std::to_string(near->bytes) + " bytes)";
  return finding;
}

Finding explain_host_touches_device(std::uint64_t address, unsigned bytes, bool writes, std::uint64_t pc) {
  Finding finding;
  finding.kind = "host-pointer";
  finding.memory = "global";
  finding.where = locate(pc);
  const Allocation* near = device_memory.nearest(address);
  finding.message = std::string("host code ") + (writes ? "writes " : "reads ") + std::to_string(bytes) + " bytes of device memory" +
                    (near && !near->name.empty() ? " (" + near->name + ")" : "") + name_place(finding.where) +
                    ": only a kernel or cudaMemcpy may; on a GPU this ends the program";
  return finding;
}

}  // namespace simt
