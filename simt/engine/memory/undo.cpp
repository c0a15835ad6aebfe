// What memory held before a launch.
#include "simt/engine/memory/undo.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "simt/engine/memory/memory.hpp"

namespace simt {
namespace {

constexpr std::size_t chunk_bytes = std::size_t(1) << 20, spare_chunks_at_most = 32;
// Chunks outlive launches: to get fresh memory costs more than to copy.
std::mutex spare_mutex;
std::vector<std::unique_ptr<char[]>> spare_chunks;

constexpr std::uint64_t page_bytes = PageMarks::page_bytes;

// Of 255 launches one after the other each has its own mark; 0 is none.
PageMarks next_marks() {
  constexpr std::size_t pages = DeviceMemory::reserved_bytes / page_bytes;
  static void* const marks =
      mmap(nullptr, pages, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  static std::atomic<unsigned> launches{0};
  if (marks == MAP_FAILED) std::abort();
  const unsigned number = launches.fetch_add(1) % 255;
  if (number == 0) madvise(marks, pages, MADV_DONTNEED);
  return {device_memory.begin(), static_cast<std::atomic<std::uint8_t>*>(marks), std::uint8_t(number + 1)};
}

}  // namespace

Undo::Undo() : pages(next_marks()) {}

Undo::~Undo() {
  const std::lock_guard lock(spare_mutex);
  for (Chunk& chunk : chunks_)
    if (spare_chunks.size() < spare_chunks_at_most) spare_chunks.push_back(std::move(chunk));
}

void Undo::copy(std::uint64_t begin, std::size_t bytes) {
  const auto* const now = reinterpret_cast<const char*>(begin);
  // Most of what a kernel writes, nobody has written before.
  if (now[0] == 0 && std::memcmp(now, now + 1, bytes - 1) == 0) return copies_.push_back({begin, bytes, nullptr});
  if (chunks_.empty() || used_ + bytes > chunk_bytes) {
    const std::lock_guard lock(spare_mutex);
    if (spare_chunks.empty()) chunks_.push_back(std::make_unique_for_overwrite<char[]>(chunk_bytes));
    else {
      chunks_.push_back(std::move(spare_chunks.back()));
      spare_chunks.pop_back();
    }
    used_ = 0;
  }
  char* const held = chunks_.back().get() + used_;
  std::memcpy(held, now, bytes);
  used_ += bytes;
  copies_.push_back({begin, bytes, held});
}

void Undo::keep_page(std::uint64_t address) {
  const std::lock_guard lock(mutex_);
  if (pages.hold(address)) return;
  copy(address / page_bytes * page_bytes, page_bytes);
  pages.of(address).store(pages.mark, std::memory_order_release);
}

void Undo::keep(std::uint64_t address, const AddressRange& within) {
  const std::uint64_t page = address / page_bytes * page_bytes;
  const std::uint64_t begin = std::max(page, within.begin),
                      end = std::min(page + page_bytes, within.begin + within.bytes);
  const std::lock_guard lock(mutex_);
  if (kept_.insert(begin).second) copy(begin, end - begin);
}

void Undo::undo() {
  // Two launches at a time, of two host threads, may each have copied a page twice: the older copy is the right one.
  for (auto copy = copies_.rbegin(); copy != copies_.rend(); ++copy) {
    void* const to = reinterpret_cast<void*>(copy->begin);
    if (copy->held) std::memcpy(to, copy->held, copy->bytes);
    else std::memset(to, 0, copy->bytes);
  }
}

}  // namespace simt
