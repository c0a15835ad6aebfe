// The simulator's own heap. What its library allocates (lists of launches, of allocations, of work in streams) lies in one stretch of
// addresses, and a submission's stores may go nowhere in it (protected.hpp), as little as into the library's variables. Blocks of
// one size lie in spans of their own; each size has a list of those that were given back. Of small ones each host thread has some
// at hand, so that workers need not wait for each other's (simt/SPEED.md has what that was worth).
#include <dlfcn.h>
#include <sys/mman.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>
#include <utility>

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

// A block that is nobody's.
struct Free {
  Free* next;
};
Free* take_first(Free*& list) {
  Free* const first = list;
  if (first) list = first->next;
  return first;
}

// What one host thread has at hand, by kind.
struct AtHand {
  static constexpr unsigned at_once = 16;  // blocks that it takes or gives back under one lock
  Free* blocks[small_block / unit + 1] = {};
  unsigned count[small_block / unit + 1] = {};
};

class OwnHeap {
 public:
  // nullptr where there is no more room.
  void* take(std::size_t bytes) {
    if (bytes > reserved / 2) return nullptr;
    const unsigned kind = kind_of(bytes ? bytes : 1);
    AtHand* const mine = bytes <= small_block ? at_hand() : nullptr;
    if (mine && mine->blocks[kind]) return --mine->count[kind], take_first(mine->blocks[kind]);
    const std::lock_guard lock(mutex_);
    for (unsigned i = 1; mine && i < AtHand::at_once; ++i)
      if (void* const block = take_one(kind)) put(*mine, kind, block);
    return take_one(kind);
  }

  bool holds(const void* memory) const {
    return reinterpret_cast<std::uintptr_t>(memory) - reinterpret_cast<std::uintptr_t>(begin_) < reserved && begin_;
  }
  void give_back(void* memory) {
    const unsigned kind = kinds_[std::size_t(static_cast<char*>(memory) - begin_) / span];
    AtHand* const mine = bytes_of(kind) <= small_block ? at_hand() : nullptr;
    if (mine) {
      put(*mine, kind, memory);
      if (mine->count[kind] >= 2 * AtHand::at_once) give_back(*mine, kind, AtHand::at_once);
      return;
    }
    const std::lock_guard lock(mutex_);
    if (const std::size_t size = bytes_of(kind); size >= given_to_system) madvise(memory, size, MADV_DONTNEED);
    given_back_[kind] = new (memory) Free{given_back_[kind]};
  }

 private:
  struct Rest {
    std::uintptr_t next = 0, end = 0;
  };
  // Gives back what a thread had at hand when it ends. Variables of the thread that end later take and give under the lock.
  struct OfThread {
    AtHand* blocks = nullptr;
    bool ended = false;
    ~OfThread();
  };
  static thread_local OfThread of_thread_ __attribute__((tls_model("initial-exec")));

  AtHand* at_hand() {
    if (of_thread_.blocks || of_thread_.ended) return of_thread_.blocks;
    const std::lock_guard lock(mutex_);
    void* const room = take_one(kind_of(sizeof(AtHand)));
    return of_thread_.blocks = room ? new (room) AtHand : nullptr;
  }
  static void put(AtHand& mine, unsigned kind, void* block) {
    mine.blocks[kind] = new (block) Free{mine.blocks[kind]};
    ++mine.count[kind];
  }
  void give_back(AtHand& mine, unsigned kind, unsigned count) {
    const std::lock_guard lock(mutex_);
    for (mine.count[kind] -= count; count; --count)
      given_back_[kind] = new (take_first(mine.blocks[kind])) Free{given_back_[kind]};
  }

  void* take_one(unsigned kind) {
    if (Free* const block = take_first(given_back_[kind])) return block;
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
thread_local OwnHeap::OfThread OwnHeap::of_thread_ __attribute__((tls_model("initial-exec")));

OwnHeap::OfThread::~OfThread() {
  ended = true;
  AtHand* const mine = std::exchange(blocks, nullptr);
  for (unsigned kind = 0; mine && kind <= small_block / unit; ++kind) heap.give_back(*mine, kind, mine->count[kind]);
  if (mine) heap.give_back(mine);
}

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
