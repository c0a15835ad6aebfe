// What one thread of the host knows of the others' past: how far each of them had come when it last heard of it; and how
// long the longest chain of accesses is, its own and those it has waited for, that ends where it is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace simt {

class Clock {
 public:
  std::uint64_t span = 0;  // in accesses

  std::uint32_t at(unsigned thread) const { return thread < times_.size() ? times_[thread] : 0; }
  void set(unsigned thread, std::uint32_t time) {
    if (thread >= times_.size()) times_.resize(thread + 1);
    times_[thread] = time;
  }
  void join(const Clock& other) {
    span = std::max(span, other.span);
    if (other.times_.size() > times_.size()) times_.resize(other.times_.size());
    for (std::size_t i = 0; i < other.times_.size(); ++i) times_[i] = std::max(times_[i], other.times_[i]);
  }
  bool empty() const { return times_.empty(); }
  void clear() { *this = {}; }
  const std::vector<std::uint32_t>& times() const { return times_; }

 private:
  std::vector<std::uint32_t> times_;
};

}  // namespace simt
