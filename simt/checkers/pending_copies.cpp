// Asynchronous copies that are begun and not yet done, by word.
#include "simt/checkers/pending_copies.hpp"

namespace simt {

void PendingCopies::add(std::uint64_t begin, unsigned bytes, Part part) {
  for (std::uint64_t word = begin / 4; word * 4 < begin + bytes; ++word) words_[word].push_back(part);
}

void PendingCopies::remove(std::uint64_t begin, unsigned bytes, Part part) {
  for (std::uint64_t word = begin / 4; word * 4 < begin + bytes; ++word) {
    const auto found = words_.find(word);
    if (found == words_.end()) continue;
    std::erase_if(found->second, [&](const Part& one) { return one.copy == part.copy && one.writes == part.writes; });
    if (found->second.empty()) words_.erase(found);
  }
}

void PendingCopies::begin(const AsyncCopy& copy) {
  add(copy.to, copy.bytes, {&copy, true});
  add(copy.from, copy.there / 4 * 4, {&copy, false});
}

void PendingCopies::has_read(const AsyncCopy& copy) { remove(copy.from, copy.there / 4 * 4, {&copy, false}); }

void PendingCopies::end(const AsyncCopy& copy) { remove(copy.to, copy.bytes, {&copy, true}); }

const AsyncCopy* PendingCopies::met_by(std::uint64_t address, unsigned bytes, bool writes) const {
  for (std::uint64_t word = address / 4; word * 4 < address + bytes; ++word) {
    const auto found = words_.find(word);
    if (found == words_.end()) continue;
    for (const Part& part : found->second)
      if (part.writes || writes) return part.copy;
  }
  return nullptr;
}

}  // namespace simt
