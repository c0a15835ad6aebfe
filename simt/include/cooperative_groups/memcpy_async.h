// <cooperative_groups/memcpy_async.h>: copies by all threads of a group, waited for together.
//
// Each call is a commit group of every thread. As on the hardware only whole pieces of 4, 8 or 16 bytes from global to shared
// memory are copied asynchronously, of the size that the type says or, of smaller types, that both addresses allow; the rest by
// loads and stores.
// Source: CUDA C++ Programming Guide, "memcpy_async"; CUDA 13.0's cooperative_groups/details/async.h.
#pragma once

#include <cstdint>

#include "cooperative_groups.h"
#include "simt/copies.h"

namespace cooperative_groups {

namespace simt_copy {
template <typename Piece, typename Group>
inline __attribute__((always_inline)) void by_stores(
    const Group& group, char* to, const char* from, std::size_t count) {
  for (std::size_t i = group.thread_rank(); i < count; i += group.size())
    reinterpret_cast<Piece*>(to)[i] = reinterpret_cast<const Piece*>(from)[i];
}
template <typename Piece, typename Group>
inline __attribute__((always_inline)) void whole_pieces(
    const Group& group, char* to, const char* from, std::size_t count) {
  if (!__isShared(to) || !__isGlobal(from)) return by_stores<Piece>(group, to, from, count);
  for (std::size_t i = group.thread_rank(); i < count; i += group.size())
    simt_copy_begin(to + i * sizeof(Piece), from + i * sizeof(Piece), sizeof(Piece), sizeof(Piece));
}
// What lies in front of the first whole piece and behind the last goes byte by byte.
template <typename Piece, typename Group>
inline __attribute__((always_inline)) void pieces(const Group& group, char* to, const char* from, std::size_t bytes) {
  const std::size_t front = -reinterpret_cast<std::uintptr_t>(from) % sizeof(Piece);
  const std::size_t whole = (bytes - front) / sizeof(Piece), back = front + whole * sizeof(Piece);
  by_stores<char>(group, to, from, front);
  whole_pieces<Piece>(group, to + front, from + front, whole);
  by_stores<char>(group, to + back, from + back, bytes - back);
}
template <std::size_t alignment, typename Group>
inline __attribute__((always_inline)) void copy(const Group& group, void* to, const void* from, std::size_t bytes) {
  char* const target = static_cast<char*>(to);
  const char* const source = static_cast<const char*>(from);
  if constexpr (alignment >= 16) {
    whole_pieces<uint4>(group, target, source, bytes / 16);
  } else if constexpr (alignment == 8) {
    whole_pieces<uint2>(group, target, source, bytes / 8);
  } else if constexpr (alignment == 4) {
    whole_pieces<unsigned>(group, target, source, bytes / 4);
  } else {
    const std::uintptr_t differs = reinterpret_cast<std::uintptr_t>(to) ^ reinterpret_cast<std::uintptr_t>(from);
    if (differs % 16 == 0 && bytes >= 16) pieces<uint4>(group, target, source, bytes);
    else if (differs % 8 == 0 && bytes >= 8) pieces<uint2>(group, target, source, bytes);
    else if (differs % 4 == 0 && bytes >= 4) pieces<unsigned>(group, target, source, bytes);
    else if ((reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | bytes) % 2 == 0)
      by_stores<short>(group, target, source, bytes / 2);
    else by_stores<char>(group, target, source, bytes);
  }
  ::simt_copy_commit();
}
template <typename T> constexpr std::size_t alignment_of = alignof(T);
template <> inline constexpr std::size_t alignment_of<void> = 1;
}  // namespace simt_copy

template <typename Group, typename T>
inline __attribute__((always_inline)) void memcpy_async(const Group& group, T* to, const T* from, std::size_t bytes) {
  simt_copy::copy<simt_copy::alignment_of<T>>(group, to, from, bytes);
}
template <typename Group, typename T, template <std::size_t> typename Aligned, std::size_t alignment>
inline __attribute__((always_inline)) void memcpy_async(
    const Group& group, T* to, const T* from, const Aligned<alignment>& bytes) {
  simt_copy::copy<alignment>(group, to, from, std::size_t(bytes));
}
// Counts of elements: as many as both have.
template <typename Group, typename T, typename ToLayout, typename FromLayout>
inline __attribute__((always_inline)) void memcpy_async(
    const Group& group, T* to, const ToLayout& to_count, const T* from, const FromLayout& from_count) {
  const std::size_t count =
      std::size_t(to_count) < std::size_t(from_count) ? std::size_t(to_count) : std::size_t(from_count);
  simt_copy::copy<simt_copy::alignment_of<T>>(group, to, from, count * sizeof(T));
}
template <typename Group> inline __attribute__((always_inline)) void wait(const Group& group) {
  ::simt_copy_wait(0);
  group.sync();
}
// All but the newest `stages` copies.
template <unsigned stages, typename Group> inline __attribute__((always_inline)) void wait_prior(const Group& group) {
  ::simt_copy_wait(stages < 8 ? stages : 8);
  group.sync();
}

}  // namespace cooperative_groups
