// Memory pools. All of them take from the device's one memory, and keep nothing back: what is freed is free at once.
// Source: CUDA Runtime API reference, 13.0, "Stream Ordered Memory Allocator".
#include <algorithm>
#include <mutex>
#include <vector>

#include "simt/engine/memory/memory.hpp"
#include "simt/engine/runtime_api/calls.hpp"
#include "simt/engine/runtime_api/device.hpp"
#include "simt/engine/runtime_api/pools.hpp"
#include "simt/engine/runtime_api/transfer.hpp"

struct CUmemPoolHandle_st {
  int device = 0;
  std::uint64_t threshold = 0;
  int reuse[3] = {1, 1, 1};                // whether, by which of the three rules
  std::vector<cudaMemAccessFlags> access;  // by device; the rest cannot reach it
};

using namespace simt;

namespace simt {
namespace {

constexpr char a_pool[] = "a memory pool";

std::mutex pools_mutex;
// By device: the pool that is there from the beginning, and the one that cudaMallocAsync takes from.
std::vector<cudaMemPool_t>& first_pools() {
  static auto* all = new std::vector<cudaMemPool_t>;
  return *all;
}
std::vector<cudaMemPool_t>& current_pools() {
  static auto* all = new std::vector<cudaMemPool_t>;
  return *all;
}

std::vector<cudaMemPool_t>& graph_pools() {
  static auto* all = new std::vector<cudaMemPool_t>;
  return *all;
}

cudaMemPool_t pool_in(std::vector<cudaMemPool_t>& pools, int device) {
  const std::lock_guard lock(pools_mutex);
  for (int made = int(first_pools().size()); made <= device; ++made) {
    first_pools().push_back(new CUmemPoolHandle_st{.device = made, .access = {}});
    current_pools().push_back(first_pools().back());
    graph_pools().push_back(new CUmemPoolHandle_st{.device = made, .access = {}});
  }
  return pools[std::size_t(device)];
}

bool is_first(cudaMemPool_t pool) {
  const std::lock_guard lock(pools_mutex);
  return std::ranges::count(first_pools(), pool);
}
cudaError_t check_pool(cudaMemPool_t pool) {
  if (pool && (is_first(pool) || handle_is(pool, a_pool))) return cudaSuccess;
  if (pool && handle_was(pool, a_pool))
    report_host(
        FindingKind::use_after_free, calling_site().function + " is given " + a_pool + " that " + destroyed_handle, "");
  return fail(cudaErrorInvalidValue);
}
}  // namespace

const void* current_pool(int device) { return pool_in(current_pools(), device); }
const void* graph_pool(int device) { return pool_in(graph_pools(), device); }

bool may_reach_pool(int device, const void* pool) {
  const auto& in = *static_cast<const CUmemPoolHandle_st*>(pool);
  return in.device == device ||
         (std::size_t(device) < in.access.size() && in.access[std::size_t(device)] != cudaMemAccessFlagsProtNone);
}

}  // namespace simt

extern "C" {

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  if (!pool) return fail(cudaErrorInvalidValue);
  if (device < 0 || device >= device_count()) return fail(cudaErrorInvalidDevice);
  return *pool = pool_in(first_pools(), device), cudaSuccess;
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  if (!pool) return fail(cudaErrorInvalidValue);
  if (device < 0 || device >= device_count()) return fail(cudaErrorInvalidDevice);
  return *pool = pool_in(current_pools(), device), cudaSuccess;
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  if (device < 0 || device >= device_count()) return fail(cudaErrorInvalidDevice);
  if (const cudaError_t error = check_pool(pool)) return error;
  if (pool->device != device) return fail(cudaErrorInvalidValue);
  pool_in(current_pools(), device);
  const std::lock_guard lock(pools_mutex);
  return current_pools()[std::size_t(device)] = pool, cudaSuccess;
}
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  if (!pool || !properties || properties->allocType != cudaMemAllocationTypePinned) return fail(cudaErrorInvalidValue);
  if (properties->location.type != cudaMemLocationTypeDevice || properties->handleTypes != cudaMemHandleTypeNone) {
    report_host(
        FindingKind::unsupported, "the simulator has memory pools on devices only, and shares none between processes");
    return fail(cudaErrorNotSupported);
  }
  if (properties->location.id < 0 || properties->location.id >= device_count()) return fail(cudaErrorInvalidDevice);
  *pool = new CUmemPoolHandle_st{.device = properties->location.id, .access = {}};
  handle_made(*pool, a_pool);
  return cudaSuccess;
}
// What was taken from it stays. "If the pool is current on a device, the current pool of that device is set to its default."
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  if (const cudaError_t error = check_pool(pool)) return error;
  if (is_first(pool)) return fail(cudaErrorInvalidValue);
  const std::lock_guard lock(pools_mutex);
  for (std::size_t device = 0; device < current_pools().size(); ++device)
    if (current_pools()[device] == pool) current_pools()[device] = first_pools()[device];
  handle_gone(pool);  // its memory may live on, and asks it who may reach it
  return cudaSuccess;
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) { return check_pool(pool); }

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  if (const cudaError_t error = check_pool(pool)) return error;
  if (!value) return fail(cudaErrorInvalidValue);
  const auto number = [&] { return *static_cast<const std::uint64_t*>(value); };
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      return pool->reuse[attribute - 1] = *static_cast<const int*>(value), cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
      return pool->threshold = number(), cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh:
      if (number() != 0) return fail(cudaErrorInvalidValue);
      return device_memory.forget_most(pool), cudaSuccess;
    default:
      return fail(cudaErrorInvalidValue);
  }
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  if (const cudaError_t error = check_pool(pool)) return error;
  if (!value) return fail(cudaErrorInvalidValue);
  const auto is = [&](std::uint64_t number) { return *static_cast<std::uint64_t*>(value) = number, cudaSuccess; };
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      return *static_cast<int*>(value) = pool->reuse[attribute - 1], cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
      return is(pool->threshold);
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent:
      return is(device_memory.pool_use(pool).bytes);
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh:
      return is(device_memory.pool_use(pool).most);
  }
  return fail(cudaErrorInvalidValue);
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* descriptions, std::size_t count) {
  if (const cudaError_t error = check_pool(pool)) return error;
  for (std::size_t i = 0; i < count; ++i) {
    const cudaMemLocation& where = descriptions[i].location;
    if (where.type != cudaMemLocationTypeDevice || where.id < 0 || where.id >= device_count() ||
        (where.id == pool->device && descriptions[i].flags != cudaMemAccessFlagsProtReadWrite))
      return fail(cudaErrorInvalidValue);
    if (pool->access.size() <= std::size_t(where.id))
      pool->access.resize(std::size_t(where.id) + 1, cudaMemAccessFlagsProtNone);
    pool->access[std::size_t(where.id)] = descriptions[i].flags;
  }
  return cudaSuccess;
}
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation* location) {
  if (const cudaError_t error = check_pool(pool)) return error;
  if (!flags || !location || location->type != cudaMemLocationTypeDevice) return fail(cudaErrorInvalidValue);
  *flags = may_reach_pool(location->id, pool) ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
  return cudaSuccess;
}
cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  if (const cudaError_t error = check_pool(pool)) return error;
  return allocate_in(stream, pointer, bytes, "cudaMallocFromPoolAsync", pool);
}
// Of graphs' memory.
cudaError_t cudaDeviceGraphMemTrim(int device) {
  return device < 0 || device >= device_count() ? fail(cudaErrorInvalidDevice) : cudaSuccess;
}
cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value) {
  if (device < 0 || device >= device_count()) return fail(cudaErrorInvalidDevice);
  if (!value || attribute < cudaGraphMemAttrUsedMemCurrent || attribute > cudaGraphMemAttrReservedMemHigh)
    return fail(cudaErrorInvalidValue);
  const DeviceMemory::PoolUse use = device_memory.pool_use(graph_pool(device));
  const bool most = attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
  return *static_cast<std::uint64_t*>(value) = most ? use.most : use.bytes, cudaSuccess;
}
cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value) {
  if (device < 0 || device >= device_count()) return fail(cudaErrorInvalidDevice);
  const bool most = attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
  if (!value || !most || *static_cast<const std::uint64_t*>(value) != 0) return fail(cudaErrorInvalidValue);
  return device_memory.forget_most(graph_pool(device)), cudaSuccess;
}
}
