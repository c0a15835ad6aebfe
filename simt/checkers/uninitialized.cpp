// Finds reads of global and shared memory that nothing has written: not the host, not a kernel.
#include <vector>

#include "simt/checkers/checkers.hpp"

namespace simt {

void Worker::check_initialized(Lane& lane, std::uint64_t address, unsigned bytes, EventKind kind, std::uint64_t pc, Space space) {
  const bool global = device_memory.contains(address);
  if (!global && space != Space::shared) return;  // device variables start as zero
  if (kind != EventKind::store) {
    std::uint64_t written = 0;
    if (global) written = device_memory.first_unwritten(address, bytes);
    else
      while (written < bytes && written_shared.contains(address + written)) ++written;
    if (written < bytes) {
      if (global) remark(pc, [=, &lane] { return explain_uninitialized(lane, address + written, bytes, pc); });
      else too_early.push_back({&lane, address + written, bytes, pc});
    }
  }
  if (kind == EventKind::load) return;
  if (global) device_memory.mark_written(address, bytes);
  else
    for (unsigned i = 0; i < bytes; ++i) {
      written_shared[address + i] = true;
      if (checks_race) std::erase_if(too_early, [&](const EarlyRead& read) { return read.address == address + i; });
    }
}

// At a barrier, and at the block's end: nobody has written these before it. One that another thread wrote without
// a barrier in between is a race, and reported as that.
void Worker::report_early_reads() {
  for (const EarlyRead& read : too_early)
    remark(read.pc, [read] { return explain_uninitialized(*read.lane, read.address, read.bytes, read.pc); });
  too_early.clear();
}

Finding explain_uninitialized(const Lane& lane, std::uint64_t address, unsigned bytes, std::uint64_t pc) {
  Finding finding = finding_at("uninitialized", lane, pc);
  finding.memory = device_memory.contains(address) ? "global" : "shared";
  finding.message = name_thread(lane) + " reads " + std::to_string(bytes) + " bytes of " + name_memory(*lane.worker, address) + name_place(finding.where) +
                    ", which nothing has written" + (finding.memory == "shared" ? " in this block" : "");
  return finding;
}

}  // namespace simt
