// The GPUs that there are, and what of a multiprocessor a launch leaves to L1.
#include "simt/caches/gpu.hpp"

#include <algorithm>

#include "simt/caches/gpus/a100.hpp"
#include "simt/caches/gpus/h200.hpp"
#include "simt/caches/gpus/l4.hpp"
#include "simt/caches/gpus/rtx4090.hpp"
#include "simt/include/simt/h200.h"

namespace simt::caches {
namespace {

// How much of what they have in common is to be shared memory, as an H200's driver was seen to choose
// (data/simt/caches/rooms-by-driver.csv). It then gives the smallest size that has so much.
std::uint64_t shared_wanted(const Gpu& gpu, const Kernel& kernel, unsigned threads, unsigned by_warps, unsigned limit,
    std::uint64_t shared_bytes) {
  const std::uint64_t most = gpu.shared_kib.back() * 1024ull, blocks = gpu.blocks_of_multiprocessor;
  const std::uint64_t own = (shared_bytes + 127) / 128 * 128, each = own + gpu.shared_bytes_reserved;
  const std::uint64_t preferred = kernel.shared_share > 0 ? most * unsigned(kernel.shared_share) / 100 : 0;
  if (!shared_bytes) return std::max(preferred, std::min<std::uint64_t>(by_warps * 4, blocks) * each);
  if (kernel.shared_share >= 0)
    return std::min(most, std::max(preferred, std::max<std::uint64_t>(preferred / own, 1) * each));
  const std::uint64_t twice =
      std::min<std::uint64_t>(threads > gpu.threads_spared_for ? limit : limit * 2, blocks) * each;
  return std::min(
      most / each * each, std::max(std::min<std::uint64_t>(twice, gpu.shared_kib_spare * 1024ull), limit * each));
}

}  // namespace

const std::vector<const Gpu*>& all_gpus() {
  static const std::vector<const Gpu*> all = {&gpu_h200, &gpu_a100, &gpu_l4, &gpu_rtx4090};
  return all;
}

const Gpu* find_gpu(const std::string& name) {
  for (const Gpu* gpu : all_gpus())
    if (name == gpu->name) return gpu;
  return nullptr;
}

Residency residency(const Gpu& gpu, const Kernel& kernel, unsigned threads, std::uint64_t shared_bytes) {
  const std::uint64_t each = (shared_bytes + 127) / 128 * 128 + gpu.shared_bytes_reserved;
  const unsigned warps = (threads + warp_lanes - 1) / warp_lanes;
  const unsigned by_warps = std::max(1u, std::min(gpu.warps_of_multiprocessor / warps, gpu.blocks_of_multiprocessor));
  unsigned limit = by_warps;
  if (kernel.registers) {
    const unsigned of_warp = (kernel.registers * warp_lanes + 255) / 256 * 256;
    limit = std::clamp(gpu.registers_of_multiprocessor / 4 / of_warp * 4 / warps, 1u, by_warps);
  }
  const std::uint64_t wanted = shared_wanted(gpu, kernel, threads, by_warps, limit, shared_bytes);
  unsigned shared_kib = gpu.shared_kib.back();
  for (const unsigned kib : gpu.shared_kib)
    if (kib && kib * 1024ull >= wanted) {
      shared_kib = kib;
      break;
    }
  const auto blocks = unsigned(std::clamp<std::uint64_t>(shared_kib * 1024ull / each, 1, limit));
  return {blocks, (gpu.unified_kib - shared_kib) * 1024};
}

}  // namespace simt::caches
