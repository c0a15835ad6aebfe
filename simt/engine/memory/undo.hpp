// What memory held before a launch, so that the launch can be undone: a page is copied when it is first written.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <vector>

#include "simt/engine/memory/address_range.hpp"

namespace simt {

// Which pages of device memory have been copied for a launch.
struct PageMarks {
  static constexpr std::uint64_t page_bytes = 4096;
  std::uint64_t begin = 0;  // of device memory
  std::atomic<std::uint8_t>* marks = nullptr;
  std::uint8_t mark = 0;  // of this launch
  std::atomic<std::uint8_t>& of(std::uint64_t address) const { return marks[(address - begin) / page_bytes]; }
  bool hold(std::uint64_t address) const { return of(address).load(std::memory_order_acquire) == mark; }
};

class Undo {
 public:
  Undo();
  ~Undo();
  Undo(const Undo&) = delete;

  const PageMarks pages;
  // The page of device memory that the address lies in. This and the next may be called by several threads.
  void keep_page(std::uint64_t address);
  // Of memory that is no device memory: `within` is what may be put back, a variable for example.
  void keep(std::uint64_t address, const AddressRange& within);
  // Everything is as it was.
  void undo();

 private:
  struct Copy {
    std::uint64_t begin = 0;
    std::size_t bytes = 0;
    const char* held = nullptr;  // null: zeros
  };
  using Chunk = std::unique_ptr<char[]>;
  void copy(std::uint64_t begin, std::size_t bytes);

  std::mutex mutex_;
  std::vector<Copy> copies_;
  std::unordered_set<std::uint64_t> kept_;  // of keep(): where they begin
  std::vector<Chunk> chunks_;
  std::size_t used_ = 0;  // of the last chunk
};

}  // namespace simt
