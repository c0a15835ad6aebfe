// Findings that do not end the launch, once a place, or once for two places that meet. Each is put into words when the block
// has ended, on the scheduler's stack.
#pragma once

#include <algorithm>
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
    add(place, 0, std::forward<Explain>(explain));
  }
  // Whichever of the two comes first.
  template <typename Explain>
  void add(std::uint64_t place, std::uint64_t other, Explain&& explain) {
    if (told_.insert(std::minmax(place, other)).second) of_block_.emplace_back(std::forward<Explain>(explain));
  }
  bool told(std::uint64_t place) const { return told_.contains({0, place}); }
  void put_into_words(std::uint64_t block) {
    for (const auto& explain : of_block_) findings_.emplace_back(block, explain());
    of_block_.clear();
  }
  const std::vector<std::pair<std::uint64_t, Finding>>& findings() const { return findings_; }  // with their block

 private:
  std::vector<std::pair<std::uint64_t, Finding>> findings_;
  std::vector<std::function<Finding()>> of_block_;  // still to be put into words
  using Places = std::pair<std::uint64_t, std::uint64_t>;
  struct Hash {
    std::size_t operator()(const Places& both) const { return both.first * 0x9E3779B97F4A7C15u + both.second; }
  };
  std::unordered_set<Places, Hash> told_;  // code addresses that have one
};

}  // namespace simt
