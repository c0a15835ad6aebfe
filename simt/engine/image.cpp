// Where the images (the program and the modules it loaded) keep what kernels may touch besides device
// memory: __shared__ variables, which are thread-local storage, and __device__ variables.
#include <link.h>

#include <algorithm>
#include <mutex>

#include "simt/engine/machine.hpp"

// Every `extern __shared__` array is this memory: as much as a block may have on sm_90.
extern "C" {
alignas(1024) thread_local unsigned char simt_dynamic_shared[227 * 1024] = {};
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

SharedImage::SharedImage(void* (*anchor_address)(), const char* device_begin, const char* device_end, const char* constant_begin, const char* constant_end)
    : anchor_address(anchor_address), device_begin(device_begin), device_end(device_end), constant_begin(constant_begin), constant_end(constant_end) {
  const std::lock_guard lock(images_mutex);
  images().push_back(this);
  widen_hidden_span(device_begin, device_end);
  widen_hidden_span(constant_begin, constant_end);
}

bool hidden_from_host(std::uint64_t address) {
  const auto* at = reinterpret_cast<const char*>(address);
  const std::lock_guard lock(images_mutex);
  for (const SharedImage* image : images())
    if ((at >= image->device_begin && at < image->device_end) || (at >= image->constant_begin && at < image->constant_end)) return true;
  return false;
}

SharedImage::~SharedImage() {
  const std::lock_guard lock(images_mutex);
  std::erase(images(), this);
}

std::vector<AddressRange> shared_ranges() {
  std::vector<void*> anchors;
  {
    const std::lock_guard lock(images_mutex);
    for (const SharedImage* image : images()) anchors.push_back(image->anchor_address());
  }
  struct Search {
    std::vector<void*>& anchors;
    std::vector<AddressRange> found;
  } search{anchors, {}};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        Search& search = *static_cast<Search*>(data);
        if (!info->dlpi_tls_data) return 0;
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          if (info->dlpi_phdr[i].p_type != PT_TLS) continue;
          const AddressRange range{reinterpret_cast<std::uint64_t>(info->dlpi_tls_data), info->dlpi_phdr[i].p_memsz};
          for (void* anchor : search.anchors)
            if (range.holds(reinterpret_cast<std::uint64_t>(anchor))) {
              search.found.push_back(range);
              break;
            }
        }
        return 0;
      },
      &search);
  return search.found;
}

std::vector<std::uint64_t> image_anchors() {
  const std::lock_guard lock(images_mutex);
  std::vector<std::uint64_t> anchors;
  for (const SharedImage* image : images()) anchors.push_back(reinterpret_cast<std::uint64_t>(image));
  return anchors;
}

// Read-only segments, and what is read-only once the loader has set its pointers (tables of virtual functions).
std::vector<AddressRange> constant_ranges() {
  std::vector<AddressRange> found;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto& segment = info->dlpi_phdr[i];
          if (segment.p_type == PT_GNU_RELRO || (segment.p_type == PT_LOAD && !(segment.p_flags & PF_W)))
            static_cast<std::vector<AddressRange>*>(data)->push_back({info->dlpi_addr + segment.p_vaddr, segment.p_memsz});
        }
        return 0;
      },
      &found);
  return found;
}

AddressRange dynamic_shared_range(std::size_t bytes) { return {reinterpret_cast<std::uint64_t>(simt_dynamic_shared), bytes}; }

}  // namespace simt
