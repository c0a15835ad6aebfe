// Who touched which word last, and when: what the race and the uninitialised-read checkers remember.
//
// Time is a worker's count of accesses. A barrier, a warp's barrier, an atomic or a flag behind a fence
// orders everything before it: each thread keeps the time up to which it has seen its block, its warp and
// everybody. An earlier access is ordered if its time lies before that.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace simt {

struct Touch {
  std::uint64_t when = 0;    // time << 16 | thread in the block; 0 is never
  std::uint32_t block = 0;   // linear index in the grid
  std::uint32_t detail = 0;  // site << 7 | writes << 6 | atomic << 5 | volatile << 4 | which bytes of the word

  std::uint64_t time() const { return when >> 16; }
  unsigned thread() const { return unsigned(when & 0xffff); }
  unsigned site() const { return detail >> 7; }
  bool wrote() const { return detail >> 6 & 1; }
  bool atomic() const { return detail >> 5 & 1; }
  bool is_volatile() const { return detail >> 4 & 1; }
  unsigned bytes() const { return detail & 15; }
};

// Two readers, of two warps if there are: one thread's own read must not hide the others' from its write.
struct Cell {
  Touch write, read, other_read;
};

// Cells of the words that a launch touches, made page by page.
class Shadow {
 public:
  Cell& at(std::uint64_t address) {
    const std::uint64_t page = address >> 12;
    if (page != last_page_) {
      std::unique_ptr<Page>& found = pages_[page];
      if (!found) found = std::make_unique<Page>();
      last_page_ = page;
      last_ = found.get();
    }
    return (*last_)[address >> 2 & 1023];
  }

 private:
  using Page = std::array<Cell, 1024>;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  std::uint64_t last_page_ = ~std::uint64_t(0);
  Page* last_ = nullptr;
};

}  // namespace simt
