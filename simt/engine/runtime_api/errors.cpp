// Errors and the device: what is wrong, what it is called, what the device can do.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <unordered_map>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/graphs/capture.hpp"
#include "simt/engine/memory/protected.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/engine/runtime_api/calls.hpp"
#include "simt/engine/memory/memory.hpp"
#include "simt/engine/runtime_api/transfer.hpp"

namespace simt {
namespace {

thread_local cudaError_t last = cudaSuccess;  // of each host thread by itself, as CUDA has it
cudaError_t sticky = cudaSuccess;
std::mutex attributes_mutex;
std::unordered_map<const void*, std::size_t> attributes;
std::unordered_map<const void*, int> carve_outs;

struct Named {
  cudaError_t error;
  const char* name;
  const char* text;
};
constexpr Named named[] = {
#define SIMT_ERROR(name, value, text) {name, #name, text},
#include "simt/include/simt/errors.inc"
#undef SIMT_ERROR
};

// What an H200 said; false of an attribute that it was not asked.
bool measured_attribute(int* value, cudaDeviceAttr attribute) {
  switch (attribute) {
#define SIMT_ATTRIBUTE(name, number, measured) \
  case number:                                 \
    return *value = measured, true;
#include "simt/include/simt/device_attributes.inc"
#undef SIMT_ATTRIBUTE
    default:
      return false;
  }
}

// What else an H200 says of itself (CUDA 13.0), in the order of the members.
void describe_rest(cudaDeviceProp& device) {
  device.textureAlignment = 512;
  device.texturePitchAlignment = 32;
  device.maxTexture1D = 131072;
  device.maxTexture1DMipmap = 32768;
  device.maxTexture2D[0] = 131072;
  device.maxTexture2D[1] = 65536;
  device.maxTexture2DMipmap[0] = 32768;
  device.maxTexture2DMipmap[1] = 32768;
  device.maxTexture2DLinear[0] = 131072;
  device.maxTexture2DLinear[1] = 65000;
  device.maxTexture2DLinear[2] = 2097120;
  device.maxTexture2DGather[0] = 32768;
  device.maxTexture2DGather[1] = 32768;
  device.maxTexture3D[0] = 16384;
  device.maxTexture3D[1] = 16384;
  device.maxTexture3D[2] = 16384;
  device.maxTexture3DAlt[0] = 8192;
  device.maxTexture3DAlt[1] = 8192;
  device.maxTexture3DAlt[2] = 32768;
  device.maxTextureCubemap = 32768;
  device.maxTexture1DLayered[0] = 32768;
  device.maxTexture1DLayered[1] = 2048;
  device.maxTexture2DLayered[0] = 32768;
  device.maxTexture2DLayered[1] = 32768;
  device.maxTexture2DLayered[2] = 2048;
  device.maxTextureCubemapLayered[0] = 32768;
  device.maxTextureCubemapLayered[1] = 2046;
  device.maxSurface1D = 32768;
  device.maxSurface2D[0] = 131072;
  device.maxSurface2D[1] = 65536;
  device.maxSurface3D[0] = 16384;
  device.maxSurface3D[1] = 16384;
  device.maxSurface3D[2] = 16384;
  device.maxSurface1DLayered[0] = 32768;
  device.maxSurface1DLayered[1] = 2048;
  device.maxSurface2DLayered[0] = 32768;
  device.maxSurface2DLayered[1] = 32768;
  device.maxSurface2DLayered[2] = 2048;
  device.maxSurfaceCubemap = 32768;
  device.maxSurfaceCubemapLayered[0] = 32768;
  device.maxSurfaceCubemapLayered[1] = 2046;
  device.surfaceAlignment = 512;
  device.persistingL2CacheMaxSize = 39321600;
  device.streamPrioritiesSupported = 1;
  device.globalL1CacheSupported = 1;
  device.localL1CacheSupported = 1;
  device.concurrentManagedAccess = 1;
  device.computePreemptionSupported = 1;
  device.canUseHostPointerForRegisteredMem = 1;
  device.cooperativeLaunch = 1;
  device.accessPolicyMaxWindowSize = 134217728;
  device.reservedSharedMemPerBlock = h200::shared_bytes_reserved;
  device.hostRegisterSupported = 1;
  device.memoryPoolsSupported = 1;
  device.clusterLaunch = 1;
  device.unifiedFunctionPointers = 1;
  device.timelineSemaphoreInteropSupported = 1;
  device.ipcEventSupported = 1;
  device.sparseCudaArraySupported = 1;
  device.deferredMappingCudaArraySupported = 1;
  device.hostRegisterReadOnlySupported = 1;
  device.gpuDirectRDMASupported = 1;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  measured_attribute(&device.clockRate, cudaDevAttrClockRate);
  measured_attribute(&device.memoryClockRate, cudaDevAttrMemoryClockRate);
  measured_attribute(&device.deviceOverlap, cudaDevAttrGpuOverlap);
  measured_attribute(&device.singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio);
#pragma GCC diagnostic pop
}

// What h200.h says, and the limits of compute capability 9.0. Source: CUDA C++ Programming Guide, "Technical Specifications
// per Compute Capability".
cudaDeviceProp make_device() {
  cudaDeviceProp device{};
  std::snprintf(device.name, sizeof device.name, "Warpwise simulator (compute capability 9.0, no GPU)");
  device.totalGlobalMem = DeviceMemory::capacity_bytes;
  device.sharedMemPerBlock = h200::shared_bytes_of_block;
  device.sharedMemPerBlockOptin = h200::shared_bytes_of_block_most;
  device.sharedMemPerMultiprocessor = h200::shared_bytes_of_multiprocessor;
  device.regsPerBlock = device.regsPerMultiprocessor = 65536;
  device.warpSize = int(warp_lanes);
  device.memPitch = 2147483647;
  device.maxThreadsPerBlock = h200::threads_of_block;
  device.maxThreadsDim[0] = device.maxThreadsDim[1] = h200::threads_of_block;
  device.maxThreadsDim[2] = 64;
  device.maxGridSize[0] = 2147483647;
  device.maxGridSize[1] = device.maxGridSize[2] = 65535;
  device.totalConstMem = 65536;
  device.major = 9;
  device.multiProcessorCount = h200::multiprocessors;
  device.canMapHostMemory = device.concurrentKernels = device.ECCEnabled = device.unifiedAddressing =
      device.managedMemory = 1;
  device.asyncEngineCount = 3;
  device.memoryBusWidth = 6016;
  device.l2CacheSize = h200::l2_bytes;
  device.maxThreadsPerMultiProcessor = h200::warps_of_multiprocessor * warp_lanes;
  device.maxBlocksPerMultiProcessor = h200::blocks_of_multiprocessor;
  describe_rest(device);
  return device;
}

// What a submission reads there is what kernels and their launches are held to.
constinit struct alignas(page_at_most) Described {
  unsigned opened = 0;
  cudaDeviceProp device{};
} described;
using OpenDescribed = OpenPages<described>;

}  // namespace

const cudaDeviceProp& simulated_device() {
  [[maybe_unused]] static const bool is_made = (OpenDescribed()->device = make_device(), true);
  return described.device;
}
void set_multiprocessors(int count, int of_others) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  simulated_device();
  OpenDescribed()->device.multiProcessorCount = std::max(count, 1);
  OpenSettings()->multiprocessors_of_others = of_others;
}
static int multiprocessors_of(int device) {
  const bool is_other = settings.multiprocessors_of_others > 0 && device != current_device();
  return is_other ? settings.multiprocessors_of_others : simulated_device().multiProcessorCount;
}

thread_local bool runtime_used = false;
cudaError_t sticky_error() {
  runtime_used = true;
  return sticky;
}
void set_sticky_error(cudaError_t error) { sticky = last = error; }
void fault_device() {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  set_sticky_error(cudaErrorIllegalAddress);
}
void set_last_error(cudaError_t error) { last = error; }

cudaError_t error_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::misaligned:
      return cudaErrorMisalignedAddress;
    case FindingKind::assertion:
      return cudaErrorAssert;
    case FindingKind::timeout:
      return cudaErrorLaunchTimeout;
    case FindingKind::out_of_bounds:
    case FindingKind::use_after_free:
    case FindingKind::host_pointer:
      return cudaErrorIllegalAddress;
    default:
      return cudaErrorLaunchFailure;
  }
}

std::vector<std::pair<const void*, int>> preferred_carve_outs() {
  const std::lock_guard lock(attributes_mutex);
  return {carve_outs.begin(), carve_outs.end()};
}
std::size_t dynamic_shared_allowed(const void*) {
  const std::lock_guard lock(attributes_mutex);
  std::size_t most = 0;
  for (const auto& [function, bytes] : attributes) most = std::max(most, bytes);
  return most;
}

}  // namespace simt

using namespace simt;

extern "C" {

const char* cudaGetErrorString(cudaError_t error) {
  for (const Named& entry : named)
    if (entry.error == error) return entry.text;
  return "unrecognized error code";
}

const char* cudaGetErrorName(cudaError_t error) {
  for (const Named& entry : named)
    if (entry.error == error) return entry.name;
  return "unrecognized error code";
}

cudaError_t cudaPeekAtLastError() {
  errors_were_seen();
  return sticky != cudaSuccess ? sticky : last;
}
cudaError_t cudaGetLastError() {
  const cudaError_t error = cudaPeekAtLastError();
  last = cudaSuccess;
  return error;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (device < 0 || device >= device_count()) return fail(cudaErrorInvalidDevice);
  *properties = simulated_device();
  properties->multiProcessorCount = multiprocessors_of(device);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (const cudaError_t error = refuse_in_host_function()) return error;
  if (device < 0 || device >= device_count()) return fail(cudaErrorInvalidDevice);
  if (attribute == cudaDevAttrPciBusId) return *value = device, cudaSuccess;
  if (attribute == cudaDevAttrMultiProcessorCount) return *value = multiprocessors_of(device), cudaSuccess;
  return measured_attribute(value, attribute) ? cudaSuccess : fail(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceSynchronize() {
  if (const cudaError_t error = refuse_while_capturing()) return error;
  simt::note_device_wait();
  return sticky_error();
}
cudaError_t cudaDeviceReset() {
  device_memory.release_all();
  destroy_streams();
  forget_handles();
  sticky = last = cudaSuccess;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) { return *version = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaDriverGetVersion(int* version) { return *version = CUDART_VERSION, cudaSuccess; }

cudaError_t simt_func_set_attribute(const void* function, cudaFuncAttribute attribute, int value) {
  if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
    if (value < 0 || std::size_t(value) > simulated_device().sharedMemPerBlockOptin) return fail(cudaErrorInvalidValue);
    const std::lock_guard lock(attributes_mutex);
    attributes[function] = std::size_t(value);
  }
  if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
    if (value < cudaSharedmemCarveoutDefault || value > cudaSharedmemCarveoutMaxShared)
      return fail(cudaErrorInvalidValue);
    const std::lock_guard lock(attributes_mutex);
    carve_outs[function] = value;
  }
  if (attribute == cudaFuncAttributeNonPortableClusterSizeAllowed && value) allow_large_clusters();
  return cudaSuccess;
}
}
