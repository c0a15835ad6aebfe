// Where the images (the program and the modules it loaded) keep what kernels may touch besides device
// memory: __shared__ variables, which are thread-local storage, and __device__ variables.
#include <link.h>

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

}  // namespace

SharedImage::SharedImage(void* (*anchor_address)()) : anchor_address(anchor_address) {
  const std::lock_guard lock(images_mutex);
  images().push_back(this);
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

std::vector<AddressRange> image_ranges(bool writable) {
  struct Search {
    bool writable;
    std::vector<AddressRange> found;
  } search{writable, {}};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto& segment = info->dlpi_phdr[i];
          Search& search = *static_cast<Search*>(data);
          if (segment.p_type == PT_LOAD && bool(segment.p_flags & PF_W) == search.writable)
            search.found.push_back({info->dlpi_addr + segment.p_vaddr, segment.p_memsz});
        }
        return 0;
      },
      &search);
  return search.found;
}

AddressRange dynamic_shared_range(std::size_t bytes) { return {reinterpret_cast<std::uint64_t>(simt_dynamic_shared), bytes}; }

}  // namespace simt
