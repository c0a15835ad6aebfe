// Findings that do not end the launch, once a place. Each is put into words when the block has ended, on the scheduler's
// stack.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "simt/record.hpp"

namespace simt {

class Remarks {
 public:
  // `explain` may use the lane and the block until they have ended.
  template <typename Explain>
  void add(std::uint64_t place, Explain&& explain) {
    if (told_.insert(place).second) of_block_.emplace_back(std::forward<Explain>(explain));
  }
  bool told(std::uint64_t place) const { return told_.contains(place); }
  void put_into_words(std::uint64_t block) {
    for (const auto& explain : of_block_) findings_.emplace_back(block, explain());
    of_block_.clear();
  }
  const std::vector<std::pair<std::uint64_t, Finding>>& findings() const { return findings_; }  // with their block

 private:
  std::vector<std::pair<std::uint64_t, Finding>> findings_;
  std::vector<std::function<Finding()>> of_block_;  // still to be put into words
  std::unordered_set<std::uint64_t> told_;          // code addresses that have one
};

}  // namespace simt
