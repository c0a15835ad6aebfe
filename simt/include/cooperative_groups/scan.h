// <cooperative_groups/scan.h>: running sums and their kin over a tile or a coalesced group.
#pragma once

#include "cooperative_groups/reduce.h"

namespace cooperative_groups {

// Each thread gets the result up to its own value.
template <typename Group, typename T, typename Operation>
inline __attribute__((always_inline)) T inclusive_scan(const Group& group, T value, Operation operation) {
  return simt_running(group, value, operation);
}
template <typename Group, typename T>
inline __attribute__((always_inline)) T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}

// Up to the value before its own; the first thread gets T().
template <typename Group, typename T, typename Operation>
inline __attribute__((always_inline)) T exclusive_scan(const Group& group, T value, Operation operation) {
  const T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <typename Group, typename T>
inline __attribute__((always_inline)) T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
