// Vectors for tables that are looked up by chance: a set begins where a line of this machine's own caches does, and large tables
// lie in huge pages, since of small ones a processor remembers too few.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

#include <sys/mman.h>

namespace simt::caches {

constexpr std::size_t own_line = 64, huge_page = std::size_t(2) << 20;

template <typename T>
struct AlignedMemory {
  using value_type = T;

  AlignedMemory() = default;
  template <typename U>
  AlignedMemory(const AlignedMemory<U>&) {}
  T* allocate(std::size_t count) {
    const std::size_t unit = count * sizeof(T) * 2 < huge_page ? own_line : huge_page;
    const std::size_t bytes = (count * sizeof(T) + unit - 1) / unit * unit;
    void* const memory = std::aligned_alloc(unit, bytes);
    if (!memory) throw std::bad_alloc();
    if (unit == huge_page) madvise(memory, bytes, MADV_HUGEPAGE);  // where there are none, small ones do
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t) { std::free(memory); }
  friend bool operator==(const AlignedMemory&, const AlignedMemory&) { return true; }
};

template <typename T>
using AlignedVector = std::vector<T, AlignedMemory<T>>;

}  // namespace simt::caches
