// Finds reads of global and shared memory that nothing has written: not the host, not a kernel.
#include <algorithm>
#include <bit>
#include <vector>

#include "simt/checkers/checkers.hpp"

namespace simt {

void Worker::check_initialized(
    Lane& lane, std::uint64_t address, unsigned bytes, EventKind kind, std::uint64_t pc, Space space) {
  const bool reads = kind != EventKind::store, writes = kind != EventKind::load;
  if (device_memory.contains(address)) {
    Allocation& allocation = *device_memory.at_granule(address);
    if (!allocation.written.watched()) return;
    const std::uint64_t offset = address - allocation.base;
    if (reads)
      if (const std::uint64_t written = allocation.written.first_unwritten(offset, bytes); written < bytes)
        remark(pc, [=, &lane] { return explain_uninitialized(lane, address + written, bytes, pc); });
    if (writes) allocation.written.mark_few(offset, bytes);
    return;
  }
  if (space != Space::shared) return;  // device variables start as zero
  const std::uint64_t in_this_block = (block_index + 1) << 4;
  bool told = found_at.contains(pc);
  for (unsigned done = 0; done < bytes;) {
    const std::uint64_t here = address + done;
    const unsigned inside = std::min<unsigned>(bytes - done, 4 - unsigned(here & 3));
    const unsigned mask = ((1u << inside) - 1) << (here & 3);
    std::uint64_t& word = written_shared.at(here);
    const unsigned written = (word & ~std::uint64_t(15)) == in_this_block ? unsigned(word & 15) : 0;
    if (reads && !told && (mask & ~written)) {
      told = true;
      const std::uint64_t missing = (here & ~std::uint64_t(3)) + unsigned(std::countr_zero(mask & ~written));
      if (too_early_at.emplace(missing, pc).second) too_early.push_back({&lane, missing, bytes, pc});
    }
    if (writes) {
      word = in_this_block | written | mask;
      // A plain write of another thread: that is a race. An atomic, or a thread's own write, comes too late.
      if (!reads && checks_race && !too_early.empty())
        std::erase_if(too_early, [&](const EarlyRead& read) {
          return read.lane != &lane && read.address / 4 == here / 4 && (mask >> (read.address & 3) & 1);
        });
    }
    done += inside;
  }
}

// At a barrier, and at the block's end: nobody has written these before it. One that another thread wrote without
// a barrier in between is a race, and reported as that.
void Worker::report_early_reads() {
  for (const EarlyRead& read : too_early)
    remark(read.pc, [read] { return explain_uninitialized(*read.lane, read.address, read.bytes, read.pc); });
  too_early.clear();
  too_early_at.clear();
}

Finding explain_uninitialized(const Lane& lane, std::uint64_t address, unsigned bytes, std::uint64_t pc) {
  Finding finding = finding_at("uninitialized", lane, pc);
  finding.memory = memory_of(*lane.worker, address);
  finding.message = name_thread(lane) + " reads " + std::to_string(bytes) + " bytes of " +
                    name_memory(*lane.worker, address) + name_place(finding.where) + ", which nothing has written" +
                    (finding.memory == "shared" ? " in this block" : "");
  return finding;
}

}  // namespace simt
