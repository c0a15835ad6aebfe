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

// Each thread's with the threads' before it, in as many steps as the group's size has bits: which numbers meet in which
// order is the hardware's, and with it a sum of floats.
template <typename Group, typename T, typename Operation>
inline __attribute__((always_inline)) T simt_running(const Group& group, T value, Operation operation) {
  for (unsigned distance = 1; distance < group.size(); distance *= 2) {
    const T before = group.shfl_up(value, distance);
    if (distance <= group.thread_rank()) value = operation(value, before);
  }
  return value;
}

// Every thread gets the result: of a tile by exchange with a partner, half a tile away, then a quarter; of other groups the
// last one's running total.
template <unsigned Size, typename Parent, typename T, typename Operation>
inline __attribute__((always_inline)) T reduce(
    const thread_block_tile<Size, Parent>& group, T value, Operation operation) {
  if constexpr (Size > 32) {
    return group.simt_over_warps(reduce(thread_block_tile<32>(), value, operation), operation);
  } else {
    for (unsigned distance = Size / 2; distance > 0; distance /= 2)
      value = operation(value, group.shfl_xor(value, distance));
    return value;
  }
}
template <typename T, typename Operation>
inline __attribute__((always_inline)) T reduce(const coalesced_group& group, T value, Operation operation) {
  if (group.size() == 32) return reduce(thread_block_tile<32>(), value, operation);
  return group.shfl(simt_running(group, value, operation), int(group.size()) - 1);
}

}  // namespace cooperative_groups
