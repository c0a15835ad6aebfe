// Something for each word of memory that a launch touches: what checkers remember of it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "simt/include/simt/h200.h"

namespace simt {

// Made page by page.
template <typename T>
class Shadow {
 public:
  T& at(std::uint64_t address) {
    const std::uint64_t page = address / page_bytes;
    Recent& recent = recent_[page % recent_.size()];
    if (recent.page != page) [[unlikely]] {
      std::unique_ptr<Page>& found = pages_[page];
      if (!found) found = std::make_unique<Page>();
      recent = {page, found.get()};
    }
    return (*recent.cells)[address / word_bytes % words];
  }
  void clear() {
    pages_.clear();
    recent_.fill({});
  }

 private:
  static constexpr std::uint64_t page_bytes = 16 * 1024, words = page_bytes / word_bytes;
  using Page = std::array<T, words>;
  struct Recent {
    std::uint64_t page = ~std::uint64_t(0);
    Page* cells = nullptr;
  };
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  std::array<Recent, 64> recent_;
};

}  // namespace simt
