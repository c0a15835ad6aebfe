// The GPUs that there are, and what of a multiprocessor a launch leaves to L1.
#include "simt/caches/gpu.hpp"

#include <algorithm>

#include "simt/caches/gpus/a100.hpp"
#include "simt/caches/gpus/h200.hpp"
#include "simt/caches/gpus/l4.hpp"
#include "simt/caches/gpus/rtx4090.hpp"
#include "simt/include/simt/h200.h"

namespace simt::caches {

const std::vector<const Gpu*>& all_gpus() {
  static const std::vector<const Gpu*> all = {&gpu_h200, &gpu_a100, &gpu_l4, &gpu_rtx4090};
  return all;
}

const Gpu* find_gpu(const std::string& name) {
  for (const Gpu* gpu : all_gpus())
    if (name == gpu->name) return gpu;
  return nullptr;
}

Residency residency(const Gpu& gpu, unsigned threads, std::uint64_t shared_bytes) {
  const std::uint64_t each = shared_bytes + gpu.shared_bytes_reserved, most = gpu.shared_kib.back() * 1024ull;
  const unsigned by_warps = gpu.warps_of_multiprocessor / ((threads + warp_lanes - 1) / warp_lanes);
  const auto blocks = unsigned(
      std::max<std::uint64_t>(1, std::min<std::uint64_t>({by_warps, gpu.blocks_of_multiprocessor, most / each})));
  unsigned shared_kib = gpu.shared_kib.back();
  for (const unsigned kib : gpu.shared_kib)
    if (kib * 1024ull >= blocks * each) {
      shared_kib = kib;
      break;
    }
  return {blocks, (gpu.unified_kib - shared_kib) * 1024};
}

}  // namespace simt::caches
