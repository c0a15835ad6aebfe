// Which bytes operations have touched that the host does not yet know to be done: by which instruction, and how.
//
// Byte by byte, since two streams may share a word. An operation notes its touches down for itself; when it has made all of
// them they are held against those of other streams, and become what is known of its own stream. Since a stream's operations
// come one after the other, the last one to touch a byte is enough.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/engine/memory/address_range.hpp"
#include "simt/engine/streams/timeline.hpp"
#include "simt/engine/streams/touched_bytes.hpp"

namespace simt {

// What has been done to one page.
struct PageTouch {
  TouchedBytes reads, writes;
};

// The number of a place of the operation. The 255th and all behind it share one, of which nothing is found.
std::uint8_t site_of(Operation& operation, const TouchSite& site);
constexpr std::uint8_t most_sites = 255;

PageTouch& touch_page(Operation& operation, std::uint64_t page);  // until the operation is settled
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
