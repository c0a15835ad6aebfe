// <cooperative_groups/reduce.h>: reductions over a tile or a coalesced group.
#pragma once

#include "cooperative_groups.h"

namespace cooperative_groups {

template <typename T> struct plus {
  T operator()(T a, T b) const { return a + b; }
};
template <typename T> struct less {
  T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T> struct greater {
  T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T> struct bit_and {
  T operator()(T a, T b) const { return a & b; }
};
template <typename T> struct bit_or {
  T operator()(T a, T b) const { return a | b; }
};
template <typename T> struct bit_xor {
  T operator()(T a, T b) const { return a ^ b; }
};

// In the order of the ranks, whatever the group's size; every thread gets the result.
template <typename Group, typename T, typename Operation>
inline __attribute__((always_inline)) T reduce(const Group& group, T value, Operation operation) {
  T total = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); ++rank) total = operation(total, group.shfl(value, int(rank)));
  return total;
}

}  // namespace cooperative_groups
