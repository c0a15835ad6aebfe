// Finds reads of global and shared memory that nothing has written: not the host, not a kernel.
//
// Which bytes of an allocation were written stands with the allocation (WrittenBytes), since copies write it, too.
#include <algorithm>
#include <bit>
#include <set>
#include <utility>
#include <vector>

#include "simt/checkers/checkers.hpp"
#include "simt/checkers/shadow.hpp"

namespace simt {
namespace {

class UninitializedChecker : public Checker {
 public:
  explicit UninitializedChecker(Worker& worker) : worker_(worker) {}

  void access(const Access& access) override;
  void meeting(const Gathering& those) override {
    if (those.whole_block) settle();
  }
  void settle() override;

  struct Block : Aside {
    Shadow<std::uint64_t> written_shared;
  };
  std::unique_ptr<Aside> put_aside() override {
    auto block = std::make_unique<Block>();
    if (!worker_.cluster) std::swap(block->written_shared, written_shared_);  // else each block's is apart anyway
    return block;
  }
  void take_up(std::unique_ptr<Aside> aside) override {
    if (!worker_.cluster) std::swap(static_cast<Block&>(*aside).written_shared, written_shared_);
  }

 private:
  static Finding explain(const Lane& lane, std::uint64_t address, unsigned bytes, std::uint64_t pc);

  struct EarlyRead {
    const Lane* lane = nullptr;
    std::uint64_t address = 0;
    unsigned bytes = 0;
    std::uint64_t pc = 0;
  };
  Worker& worker_;
  const bool races_are_found_ = is_on(race_checker);
  Shadow<std::uint64_t> written_shared_;  // (block + 1) << 4 | bytes of the word that it has written
  std::vector<EarlyRead> too_early_;      // reads of shared memory that nothing had written yet, since the last barrier
  std::set<std::pair<std::uint64_t, std::uint64_t>> too_early_at_;  // their addresses and places: one each is enough
};

void UninitializedChecker::access(const Access& access) {
  const Lane& lane = access.lane;
  const std::uint64_t address = access.address, pc = access.pc;
  const unsigned bytes = access.bytes;
  const bool reads = access.reads(), writes = access.writes();
  if (device_memory.contains(address)) {
    Allocation& allocation = *device_memory.at_granule(address);
    if (!allocation.written.watched()) return;
    const std::uint64_t offset = address - allocation.base;
    if (reads)
      if (const std::uint64_t written = allocation.written.first_unwritten(offset, bytes); written < bytes)
        worker_.remarks.add(pc, [=, &lane] { return explain(lane, address + written, bytes, pc); });
    if (writes) allocation.written.mark_few(offset, bytes);
    return;
  }
  // Device variables start as zero.
  if (access.space != Space::shared && access.space != Space::cluster) return;
  const std::uint64_t in_this_block = (worker_.shared_owner(address) + 1) << 4, from = worker_.shadow_address(address);
  bool told = worker_.remarks.told(pc);
  for (unsigned done = 0; done < bytes;) {
    const std::uint64_t here = address + done;
    const unsigned inside = std::min<unsigned>(bytes - done, 4 - unsigned(here & 3));
    const unsigned mask = ((1u << inside) - 1) << (here & 3);
    std::uint64_t& word = written_shared_.at(from + done);
    const unsigned written = (word & ~std::uint64_t(15)) == in_this_block ? unsigned(word & 15) : 0;
    if (reads && !told && (mask & ~written)) {
      told = true;
      const std::uint64_t missing = (here & ~std::uint64_t(3)) + unsigned(std::countr_zero(mask & ~written));
      if (too_early_at_.emplace(missing, pc).second) too_early_.push_back({&lane, missing, bytes, pc});
    }
    if (writes) {
      word = in_this_block | written | mask;
      // A plain write of another thread: that is a race. An atomic, or a thread's own write, comes too late.
      if (!reads && !too_early_.empty() && races_are_found_)
        std::erase_if(too_early_, [&](const EarlyRead& read) {
          return read.lane != &lane && read.address / 4 == here / 4 && (mask >> (read.address & 3) & 1);
        });
    }
    done += inside;
  }
}

// At a barrier, and at the block's end: nobody has written these before it. One that another thread wrote without
// a barrier in between is a race, and reported as that.
void UninitializedChecker::settle() {
  for (const EarlyRead& read : too_early_)
    worker_.remarks.add(read.pc, [read] { return explain(*read.lane, read.address, read.bytes, read.pc); });
  too_early_.clear();
  too_early_at_.clear();
}

Finding UninitializedChecker::explain(const Lane& lane, std::uint64_t address, unsigned bytes, std::uint64_t pc) {
  Finding finding = finding_at(FindingKind::uninitialized, lane, pc);
  finding.memory = memory_of(*lane.worker, address);
  finding.message = name_thread(lane) + " reads " + std::to_string(bytes) + " bytes of " +
                    name_memory(*lane.worker, address) + name_place(finding.where) + ", which nothing has written" +
                    (finding.memory == "shared" ? " in this block" : "");
  return finding;
}

}  // namespace

const CheckerKind uninitialized_checker{"uninitialized", CheckerKind::in_all,
    [](Worker& worker) -> std::unique_ptr<Checker> { return std::make_unique<UninitializedChecker>(worker); }};

}  // namespace simt
