// Which bytes operations have touched that the host does not yet know to be done: by which instruction, and how.
//
// Byte by byte, since two streams may share a word. A page of which every byte was touched by the same instruction, which is
// what most are, keeps one number.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>

#include "simt/engine/memory/address_range.hpp"
#include "simt/engine/streams/timeline.hpp"

namespace simt {

// For each byte of a page the number of the site that has touched it; 0: none has.
class TouchedBytes {
 public:
  static constexpr unsigned page_bytes = 4096;

  bool none() const { return !bytes_ && !all_; }
  std::uint8_t at(unsigned i) const { return bytes_ ? (*bytes_)[i] : all_; }
  void set(unsigned first, unsigned count, std::uint8_t site, bool gives_way) {
    if (count == page_bytes && !bytes_ && !(all_ && gives_way)) {
      all_ = site;
      return;
    }
    if (!bytes_) spread();
    std::uint8_t* const at = bytes_->data() + first;
    if (!gives_way && count == 4) std::memset(at, site, 4);
    else if (!gives_way) std::memset(at, site, count);
    else
      for (unsigned i = 0; i < count; ++i)
        if (!at[i]) at[i] = site;
  }
  void clear(unsigned i) {
    if (!bytes_) spread();
    (*bytes_)[i] = 0;
  }
  void clear() {
    bytes_.reset();
    all_ = 0;
  }
  // The same for all bytes; what at() then says of the first goes for each.
  bool uniform() const { return !bytes_; }
  // When nothing more will be set: little room where all are the same.
  void settle();

 private:
  void spread();
  std::unique_ptr<std::array<std::uint8_t, page_bytes>> bytes_;
  std::uint8_t all_ = 0;  // where there are no bytes_
};

// What one operation has done on one page.
struct PageTouch {
  OperationRef operation;
  TouchedBytes reads, writes;
};

// The number of a place of the operation. The 255th and all behind it share one, of which nothing is found.
std::uint8_t site_of(Operation& operation, const TouchSite& site);
constexpr std::uint8_t most_sites = 255;

PageTouch& touch_page(Operation& operation, std::uint64_t page);
// By the running operation.
void note_touch(std::uint64_t address, std::uint64_t bytes, const TouchSite& site);
void note_touch(Operation& operation, std::uint64_t address, std::uint64_t bytes, const TouchSite& site);

// The operation has touched all that it will touch: findings about it and others that nothing orders with it. Those of a
// kernel go to its launch's record.
std::vector<Finding> conflicts_of(const OperationRef& operation);
void settle_touches(const OperationRef& operation);
void forget_touches();
void forget_touches_of(std::uint64_t begin, std::uint64_t bytes);

// From the first to the last byte of the host's own memory that an operation may still touch.
extern AddressRange watched_span;
// Host code touches what operations may still touch, or gives it back; `how` says so: "cudaFreeHost frees".
void check_host_order(std::uint64_t address, std::size_t bytes, bool writes, bool is_atomic, std::uint64_t pc);
void check_freed(std::uint64_t begin, std::uint64_t bytes, const std::string& how);
void check_host_free(const void* pointer, const char* call, std::uint64_t pc);

// Textures, surfaces and arrays: the running operation uses one; the host destroys it.
void use_handle(Operation& operation, const void* handle, std::uint64_t pc);
void check_destroyed(const void* handle, const std::string& how);

}  // namespace simt
