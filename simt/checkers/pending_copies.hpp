// Asynchronous copies that are begun and not yet done: which bytes they may still read or write.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "simt/engine/core/copies.hpp"
#include "simt/engine/core/lane.hpp"

namespace simt {

class PendingCopies {
 public:
  bool empty() const { return words_.empty(); }
  void begin(const AsyncCopy& copy);
  void has_read(const AsyncCopy& copy);
  void end(const AsyncCopy& copy);
  // One that an access by now meets: it will write what is accessed, or will read what the access writes; null: none.
  // Addresses are those of AsyncCopy.
  const AsyncCopy* met_by(std::uint64_t address, unsigned bytes, bool writes) const;

 private:
  struct Part {
    const AsyncCopy* copy;
    bool writes;
  };
  void add(std::uint64_t begin, unsigned bytes, Part part);
  void remove(std::uint64_t begin, unsigned bytes, Part part);

  std::unordered_map<std::uint64_t, std::vector<Part>> words_;  // by address / 4
};

// copy_words.cpp: "commit group 1", "phase 0 of the shared array full at byte 0"; and of one that is not done, why.
std::string stage_of(const Worker& worker, const CopyStage& stage);
std::string why_pending(const Worker& worker, const AsyncCopy& copy, const CommitGroups& groups, bool own);

}  // namespace simt
