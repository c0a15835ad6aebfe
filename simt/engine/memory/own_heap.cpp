// The simulator's own heap. What its library allocates (lists of launches, of allocations, of work in streams) lies in one stretch of
// addresses, and a submission's stores may go nowhere in it (protected.hpp), as little as into the library's variables. Blocks of
// one size lie in spans of their own; each size has a list of those that were given back.
#include <dlfcn.h>
#include <sys/mman.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>

#include "simt/engine/memory/protected.hpp"

// Where a sanitizer watches the heap, it keeps it.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace simt {
namespace {

constexpr std::size_t unit = 16, small_block = 1024, span = std::size_t(1) << 16, shared_span = span / 4;
constexpr std::size_t reserved = std::size_t(1) << 36, opened_at_once = std::size_t(1) << 24;
constexpr std::size_t given_to_system = std::size_t(1)
                                        << 20;  // as large as this, and it is not kept when it is given back

// Up to 1 KiB all multiples of 16 bytes, from there four sizes to each doubling.
unsigned kind_of(std::size_t bytes) {
  if (bytes <= small_block) return unsigned((bytes + unit - 1) / unit);
  const unsigned width = unsigned(std::bit_width(bytes - 1));
  return 65 + 4 * (width - 11) + unsigned((bytes - 1) >> (width - 3)) - 4;
}
std::size_t bytes_of(unsigned kind) {
  if (kind <= small_block / unit) return kind * unit;
  return std::size_t((kind - 65) % 4 + 5) << ((kind - 65) / 4 + 8);
}

class OwnHeap {
 public:
  // nullptr where there is no more room.
  void* take(std::size_t bytes) {
    if (bytes > reserved / 2) return nullptr;
    const unsigned kind = kind_of(bytes ? bytes : 1);
    const std::lock_guard lock(mutex_);
    if (Free*& free = given_back_[kind]) {
      Free* const block = free;
      free = block->next;
      return block;
    }
    const std::size_t size = bytes_of(kind);
    if (size > shared_span) return take_spans(kind, size);
    Rest& rest = rest_[kind];
    if (rest.end - rest.next < size) {
      char* const fresh = take_spans(kind, span);
      if (!fresh) return nullptr;
      rest = {reinterpret_cast<std::uintptr_t>(fresh), reinterpret_cast<std::uintptr_t>(fresh) + span};
    }
    void* const block = reinterpret_cast<void*>(rest.next);
    rest.next += size;
    return block;
  }

  bool holds(const void* memory) const {
    return reinterpret_cast<std::uintptr_t>(memory) - reinterpret_cast<std::uintptr_t>(begin_) < reserved && begin_;
  }
  void give_back(void* memory) {
    const std::lock_guard lock(mutex_);
    const unsigned kind = kinds_[std::size_t(static_cast<char*>(memory) - begin_) / span];
    if (const std::size_t size = bytes_of(kind); size >= given_to_system) madvise(memory, size, MADV_DONTNEED);
    given_back_[kind] = new (memory) Free{given_back_[kind]};
  }

 private:
  struct Free {
    Free* next;
  };
  struct Rest {
    std::uintptr_t next = 0, end = 0;
  };

  char* take_spans(unsigned kind, std::size_t bytes) {
    if (!begin_) {
      // What cannot be written to counts for no limit of memory.
      void* const all = mmap(nullptr, reserved + span, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (all == MAP_FAILED) return nullptr;
      begin_ = reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(all) + span - 1) / span * span);
      OpenGuarded()->variables[own_heap] = {reinterpret_cast<std::uint64_t>(begin_), reserved};
    }
    bytes = (bytes + span - 1) / span * span;
    if (reserved - used_ < bytes) return nullptr;
    if (used_ + bytes > opened_) {
      const std::size_t more = (used_ + bytes - opened_ + opened_at_once - 1) / opened_at_once * opened_at_once;
      if (more > reserved - opened_ || mprotect(begin_ + opened_, more, PROT_READ | PROT_WRITE)) return nullptr;
      opened_ += more;
    }
    char* const fresh = begin_ + used_;
    for (std::size_t done = 0; done < bytes; done += span)
      kinds_[(used_ + done) / span] = static_cast<unsigned char>(kind);
    used_ += bytes;
    return fresh;
  }

  std::mutex mutex_;
  char* begin_ = nullptr;
  std::size_t used_ = 0, opened_ = 0;
  Free* given_back_[256] = {};
  Rest rest_[256] = {};
  unsigned char kinds_[reserved / span] = {};
};
constinit OwnHeap heap;

void* take(std::size_t bytes) {
  if (void* const own = heap.take(bytes)) return own;
  if (void* const other = std::malloc(bytes ? bytes : 1)) return other;
  throw std::bad_alloc();
}
// Blocks of a power of two lie at multiples of their size, up to a span.
void* take_aligned(std::size_t bytes, std::size_t alignment) {
  const std::size_t size = std::bit_ceil(bytes < alignment ? alignment : bytes);
  if (void* const own = alignment <= span ? heap.take(size) : nullptr) return own;
  if (void* const other = std::aligned_alloc(alignment, size)) return other;
  throw std::bad_alloc();
}

// What C++'s library allocated, a string's text for one, is the program's: it may have an operator of its own.
void give_back(void* memory) noexcept {
  if (heap.holds(memory)) return heap.give_back(memory);
  using Delete = void (*)(void*);
  static const auto of_program = reinterpret_cast<Delete>(dlsym(RTLD_DEFAULT, "_ZdlPv"));
  if (of_program && of_program != static_cast<Delete>(&::operator delete)) of_program(memory);
  else std::free(memory);
}

}  // namespace
}  // namespace simt

// The library's alone (exported.map).
void* operator new(std::size_t bytes) { return simt::take(bytes); }
void* operator new[](std::size_t bytes) { return simt::take(bytes); }
void* operator new(std::size_t bytes, std::align_val_t at) { return simt::take_aligned(bytes, std::size_t(at)); }
void* operator new[](std::size_t bytes, std::align_val_t at) { return simt::take_aligned(bytes, std::size_t(at)); }
// Whoever deletes what the library made calls these: a judge that was given a list, for one. They are everybody's, but the library
// takes none but its own.
void operator delete(void* memory) noexcept { simt::give_back(memory); }
void operator delete[](void* memory) noexcept { simt::give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { simt::give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { simt::give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { simt::give_back(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { simt::give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { simt::give_back(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { simt::give_back(memory); }
__asm__(
    ".protected _ZdlPv, _ZdaPv, _ZdlPvm, _ZdaPvm, _ZdlPvSt11align_val_t, _ZdaPvSt11align_val_t\n"
    ".protected _ZdlPvmSt11align_val_t, _ZdaPvmSt11align_val_t\n");

#endif
