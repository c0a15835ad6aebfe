// <cooperative_groups/memcpy_async.h>: copies by all threads of a group, waited for together.
//
// Here the copy is done when it is called, as loads and stores of the threads; wait() is the group's barrier. Who reads
// before it, is reported as a race all the same. The hardware counts such copies apart from loads and stores.
#pragma once

#include <cstdint>

#include "cooperative_groups.h"

namespace cooperative_groups {

namespace simt_copy {
template <typename Piece, typename Group>
inline __attribute__((always_inline)) bool pieces(const Group& group, void* to, const void* from, std::size_t bytes) {
  if ((reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | bytes) % sizeof(Piece))
    return false;
  for (std::size_t i = group.thread_rank(); i < bytes / sizeof(Piece); i += group.size())
    static_cast<Piece*>(to)[i] = static_cast<const Piece*>(from)[i];
  return true;
}
}  // namespace simt_copy

template <typename Group, typename T>
inline __attribute__((always_inline)) void memcpy_async(const Group& group, T* to, const T* from, std::size_t bytes) {
  if (!simt_copy::pieces<uint4>(group, to, from, bytes) && !simt_copy::pieces<uint2>(group, to, from, bytes) &&
      !simt_copy::pieces<unsigned>(group, to, from, bytes))
    simt_copy::pieces<char>(group, to, from, bytes);
}
// Counts of elements: as many as both have.
template <typename Group, typename T, typename ToLayout, typename FromLayout>
inline __attribute__((always_inline)) void memcpy_async(
    const Group& group, T* to, const ToLayout& to_count, const T* from, const FromLayout& from_count) {
  const std::size_t count =
      std::size_t(to_count) < std::size_t(from_count) ? std::size_t(to_count) : std::size_t(from_count);
  memcpy_async(group, to, from, count * sizeof(T));
}
template <typename Group> inline __attribute__((always_inline)) void wait(const Group& group) { group.sync(); }
// All but the newest `stages` copies: here they are all there.
template <unsigned stages, typename Group> inline __attribute__((always_inline)) void wait_prior(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups
