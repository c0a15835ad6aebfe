// Where the images (the program and the modules it loaded) keep what kernels may touch besides device
// memory: __shared__ variables, which are thread-local storage, and __device__ variables.
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>

#include "simt/engine/platform/demangled.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/include/simt/launch.h"
#include "simt/include/simt/h200.h"

// Every `extern __shared__` array is this memory: as much as a block may have.
extern "C" {
alignas(1024) thread_local unsigned char simt_dynamic_shared[simt::h200::shared_bytes_of_block_most] = {};
}

namespace simt {
namespace {

std::mutex images_mutex;
std::vector<SharedImage*>& images() {
  static auto* all = new std::vector<SharedImage*>;
  return *all;
}

void widen_hidden_span(const char* begin, const char* end) {
  if (begin == end) return;
  const auto first = reinterpret_cast<std::uint64_t>(begin), last = reinterpret_cast<std::uint64_t>(end);
  const std::uint64_t old_end = hidden_span.begin + hidden_span.bytes;
  const std::uint64_t lowest = hidden_span.bytes ? std::min(hidden_span.begin, first) : first;
  hidden_span = {lowest, std::max(old_end, last) - lowest};
}

}  // namespace

AddressRange hidden_span;

SharedImage::SharedImage(void* (*anchor_address)(), const char* device_begin, const char* device_end,
    const char* constant_begin, const char* constant_end)
    : anchor_address(anchor_address),
      device_begin(device_begin),
      device_end(device_end),
      constant_begin(constant_begin),
      constant_end(constant_end) {
  const std::lock_guard lock(images_mutex);
  images().push_back(this);
  widen_hidden_span(device_begin, device_end);
  widen_hidden_span(constant_begin, constant_end);
}

bool hidden_from_host(std::uint64_t address) {
  const auto* at = reinterpret_cast<const char*>(address);
  const std::lock_guard lock(images_mutex);
  for (const SharedImage* image : images())
    if ((at >= image->device_begin && at < image->device_end) ||
        (at >= image->constant_begin && at < image->constant_end))
      return true;
  return false;
}

SharedImage::~SharedImage() {
  const std::lock_guard lock(images_mutex);
  std::erase(images(), this);
}

namespace {

// An image's thread-local storage on this host thread.
struct ThreadStorage {
  std::uint64_t image = 0;
  AddressRange range;
};

std::vector<ThreadStorage> thread_storage() {
  struct Anchor {
    std::uint64_t image, address;
  };
  struct Search {
    std::vector<Anchor> anchors;
    std::vector<ThreadStorage> found;
  } search;
  {
    const std::lock_guard lock(images_mutex);
    for (const SharedImage* image : images())
      search.anchors.push_back(
          {reinterpret_cast<std::uint64_t>(image), reinterpret_cast<std::uint64_t>(image->anchor_address())});
  }
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        Search& search = *static_cast<Search*>(data);
        if (!info->dlpi_tls_data) return 0;
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          if (info->dlpi_phdr[i].p_type != PT_TLS) continue;
          const AddressRange range{reinterpret_cast<std::uint64_t>(info->dlpi_tls_data), info->dlpi_phdr[i].p_memsz};
          for (const Anchor& anchor : search.anchors)
            if (range.holds(anchor.address)) {
              search.found.push_back({anchor.image, range});
              break;
            }
        }
        return 0;
      },
      &search);
  return search.found;
}

// "k(int*)::{lambda()#1}::operator()() const::tile" is tile to its author.
std::string short_name(const std::string& symbol) {
  const std::string name = demangled(symbol.c_str());
  const std::size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

}  // namespace

std::vector<SharedArray> shared_arrays(const Variables& variables) {
  std::vector<SharedArray> arrays;
  for (const ThreadStorage& storage : thread_storage()) {
    for (const SharedVariable& variable : variables.shared())
      if (variable.image == storage.image)
        arrays.push_back({{storage.range.begin + variable.offset, variable.bytes}, short_name(variable.symbol), true,
            variable.symbol.starts_with("_ZGV")});
    // A program without symbols: nothing can be told apart.
    if (!variables.has_symbols(storage.image)) arrays.push_back({storage.range, "shared memory", false});
  }
  return arrays;
}

std::uint64_t image_changes() {
  std::uint64_t changes = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        *static_cast<std::uint64_t*>(data) = info->dlpi_adds + info->dlpi_subs;
        return 1;
      },
      &changes);
  return changes;
}

std::vector<std::uint64_t> image_anchors() {
  const std::lock_guard lock(images_mutex);
  std::vector<std::uint64_t> anchors;
  for (const SharedImage* image : images()) anchors.push_back(reinterpret_cast<std::uint64_t>(image));
  return anchors;
}

std::uint64_t image_code(std::uint64_t anchor) {
  return reinterpret_cast<std::uint64_t>(reinterpret_cast<const SharedImage*>(anchor)->anchor_address);
}

// By their anchors: the code of what simtcc has built, and no library's.
std::vector<AddressRange> kernel_code_ranges() {
  struct Search {
    std::vector<std::uint64_t> anchors;
    std::vector<AddressRange> found;
  } search{image_anchors(), {}};
  for (std::uint64_t& anchor : search.anchors) anchor = image_code(anchor);
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        Search& search = *static_cast<Search*>(data);
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto& segment = info->dlpi_phdr[i];
          const AddressRange range{info->dlpi_addr + segment.p_vaddr, segment.p_memsz};
          if (segment.p_type == PT_LOAD && std::any_of(search.anchors.begin(), search.anchors.end(),
                                               [&](std::uint64_t anchor) { return range.holds(anchor); }))
            search.found.push_back(range);
        }
        return 0;
      },
      &search);
  return search.found;
}

// Read-only segments, and what is read-only once the loader has set its pointers (tables of virtual functions).
std::vector<AddressRange> constant_ranges() {
  std::vector<AddressRange> found;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto& segment = info->dlpi_phdr[i];
          if (segment.p_type == PT_GNU_RELRO || (segment.p_type == PT_LOAD && !(segment.p_flags & PF_W)))
            static_cast<std::vector<AddressRange>*>(data)->push_back(
                {info->dlpi_addr + segment.p_vaddr, segment.p_memsz});
        }
        return 0;
      },
      &found);
  return found;
}

AddressRange dynamic_shared_range(std::size_t bytes) {
  return {reinterpret_cast<std::uint64_t>(simt_dynamic_shared), bytes};
}

}  // namespace simt
