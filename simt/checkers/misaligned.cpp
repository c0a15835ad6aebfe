// Explains an access whose address is not a multiple of its width.
#include "simt/checkers/checkers.hpp"

namespace simt {

Finding explain_misaligned(const FaultyAccess& access) {
  Finding finding;
  finding.kind = FindingKind::misaligned;
  finding.memory = memory_of(*access.lane.worker, access.address);
  finding.where = locate(access.pc);
  std::string of;
  if (const Allocation* near = finding.memory == "global" ? device_memory.nearest(access.address) : nullptr)
    of = " of " + name_allocation_of(*near) + " at byte " + std::to_string(access.address - near->base);
  finding.message = name_thread(access.lane) + " " + verb(access.kind) + " " + std::to_string(access.bytes) + " bytes" +
                    of + ", which is not a multiple of " + std::to_string(access.bytes) + name_place(finding.where) +
                    ": the hardware moves a value only from an address that is a multiple of its width";
  return finding;
}

}  // namespace simt
