// The runtime API's other ways to launch, occupancy, streams' callbacks, several devices.
// Source: CUDA Runtime API reference, 13.0, "Execution Control", "Occupancy", "Peer Device Memory Access".
#pragma once

#include <type_traits>
#include <utility>

#include "simt/api.h"

#define CUDART_CB
#define CUDARTAPI
#define CUDAAPI
typedef void (*cudaHostFn_t)(void* data);
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void* data);
#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)
#define cudaOccupancyDefault 0x00
#define cudaOccupancyDisableCachingOverride 0x01

enum cudaFuncCache {
  cudaFuncCachePreferNone = 0,
  cudaFuncCachePreferShared = 1,
  cudaFuncCachePreferL1 = 2,
  cudaFuncCachePreferEqual = 3
};
enum cudaSharedMemConfig {
  cudaSharedMemBankSizeDefault = 0,
  cudaSharedMemBankSizeFourByte = 1,
  cudaSharedMemBankSizeEightByte = 2
};
enum cudaSharedCarveout {
  cudaSharedmemCarveoutDefault = -1,
  cudaSharedmemCarveoutMaxL1 = 0,
  cudaSharedmemCarveoutMaxShared = 100
};
enum cudaLimit {
  cudaLimitStackSize = 0,
  cudaLimitPrintfFifoSize = 1,
  cudaLimitMallocHeapSize = 2,
  cudaLimitDevRuntimeSyncDepth = 3,
  cudaLimitDevRuntimePendingLaunchCount = 4,
  cudaLimitMaxL2FetchGranularity = 5,
  cudaLimitPersistingL2CacheSize = 6
};
enum : unsigned int {
  cudaDeviceScheduleAuto = 0,
  cudaDeviceScheduleSpin = 1,
  cudaDeviceScheduleYield = 2,
  cudaDeviceScheduleBlockingSync = 4,
  cudaDeviceBlockingSync = 4,
  cudaDeviceScheduleMask = 7,
  cudaDeviceMapHost = 8,
  cudaDeviceLmemResizeToMax = 16,
  cudaDeviceSyncMemops = 128,
  cudaDeviceMask = 255,
};
// What cudaDevAttrComputeMode says; here always the first.
enum cudaComputeMode {
  cudaComputeModeDefault = 0,
  cudaComputeModeExclusive = 1,
  cudaComputeModeProhibited = 2,
  cudaComputeModeExclusiveProcess = 3
};

enum cudaDeviceP2PAttr {
  cudaDevP2PAttrPerformanceRank = 1,
  cudaDevP2PAttrAccessSupported = 2,
  cudaDevP2PAttrNativeAtomicSupported = 3,
  cudaDevP2PAttrCudaArrayAccessSupported = 4,
  cudaDevP2PAttrOnlyPartialNativeAtomicSupported = 5
};

struct cudaFuncAttributes {
  std::size_t sharedSizeBytes;
  std::size_t constSizeBytes;
  std::size_t localSizeBytes;
  int maxThreadsPerBlock;
  int numRegs;
  int ptxVersion;
  int binaryVersion;
  int cacheModeCA;
  int maxDynamicSharedSizeBytes;
  int preferredShmemCarveout;
};

// Of caches, which are not modelled: these change nothing.
enum cudaAccessProperty {
  cudaAccessPropertyNormal = 0,
  cudaAccessPropertyStreaming = 1,
  cudaAccessPropertyPersisting = 2
};
struct cudaAccessPolicyWindow {
  void* base_ptr;
  std::size_t num_bytes;
  float hitRatio;
  cudaAccessProperty hitProp, missProp;
};
enum cudaLaunchAttributeID {
  cudaLaunchAttributeIgnore = 0,
  cudaLaunchAttributeAccessPolicyWindow = 1,
  cudaLaunchAttributeCooperative = 2,
  cudaLaunchAttributeClusterDimension = 4,
  cudaLaunchAttributeProgrammaticStreamSerialization = 6,
  cudaLaunchAttributePriority = 8,
};
union cudaLaunchAttributeValue {
  char pad[64];
  cudaAccessPolicyWindow accessPolicyWindow;
  int cooperative;
  struct {
    unsigned int x, y, z;
  } clusterDim;
  int programmaticStreamSerializationAllowed;
  int priority;
};
#define cudaStreamAttrID cudaLaunchAttributeID
#define cudaStreamAttrValue cudaLaunchAttributeValue
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributePriority cudaLaunchAttributePriority
struct cudaLaunchAttribute {
  cudaLaunchAttributeID id;
  cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  std::size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute* attrs;
  unsigned int numAttrs;
};

extern "C" {
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority);
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest);
cudaError_t cudaStreamSetAttribute(
    cudaStream_t stream, cudaLaunchAttributeID attribute, const cudaLaunchAttributeValue* value);
cudaError_t cudaStreamGetAttribute(
    cudaStream_t stream, cudaLaunchAttributeID attribute, cudaLaunchAttributeValue* value);
cudaError_t cudaCtxResetPersistingL2Cache();
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned int flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags);

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int device, int peer);
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, std::size_t bytes);
cudaError_t cudaMemcpyPeerAsync(
    void* to, int to_device, const void* from, int from_device, std::size_t bytes, cudaStream_t stream = nullptr);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int* flags);
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config);
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config);
cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device);
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();

cudaError_t simt_func_attributes(cudaFuncAttributes* attributes, const void* function);
cudaError_t simt_occupancy(int* blocks, const void* function, int threads, std::size_t dynamic_shared_bytes);
cudaError_t simt_potential_block(int* grid, int* block, const void* function,
    std::size_t (*shared_of)(const void*, int), const void* state, int limit);
cudaError_t simt_launch_with(const cudaLaunchConfig_t* config, const void* function);
cudaError_t simt_launch_result();
cudaError_t simt_launch_arguments(const void* function, void** arguments);
struct simt_kernel {
  void (*unpack)(const void* function, void** arguments);
  std::size_t parameters;
  const std::size_t *bytes, *alignments;  // of each parameter
  unsigned launch_bound;                  // the threads of its __launch_bounds__; 0: it has none
};
void simt_register_kernel(const void* function, const simt_kernel* kernel);
void simt_forget_kernel(const void* function);
}

namespace simt {

// A function's address is its kernel's name at run time.
template <typename Function>
inline const void* kernel_address(Function* function) {
  return reinterpret_cast<const void*>(function);
}

// Calls a kernel with arguments that lie where `arguments[i]` points: what cudaLaunchKernel is given.
template <typename... Parameters>
struct Unpack {
  template <std::size_t... i>
  static void call(void (*kernel)(Parameters...), void** arguments, std::index_sequence<i...>) {
    kernel(*static_cast<std::remove_reference_t<Parameters>*>(arguments[i])...);
  }
  static void run(const void* function, void** arguments) {
    call(reinterpret_cast<void (*)(Parameters...)>(const_cast<void*>(function)), arguments,
        std::index_sequence_for<Parameters...>());
  }
};

// One object a kernel, made where the kernel is compiled, so that its bare address is enough to launch it.
template <unsigned launch_bound, typename... Parameters>
struct KernelEntry {
  explicit KernelEntry(void (*kernel)(Parameters...)) : address(reinterpret_cast<const void*>(kernel)) {
    simt_register_kernel(address, &description);
  }
  ~KernelEntry() { simt_forget_kernel(address); }
  KernelEntry(const KernelEntry&) = delete;
  static constexpr std::size_t bytes[] = {sizeof(std::remove_reference_t<Parameters>)..., 0};
  static constexpr std::size_t alignments[] = {alignof(std::remove_reference_t<Parameters>)..., 0};
  static constexpr simt_kernel description = {
      &Unpack<Parameters...>::run, sizeof...(Parameters), bytes, alignments, launch_bound};
  const void* address;
};

// simtcc puts one of these into each kernel of a program that launches by address or asks for a kernel's attributes.
constexpr unsigned bound_of_launch(unsigned threads = 0, unsigned = 0, unsigned = 0) { return threads; }
template <unsigned launch_bound, typename... Parameters>
KernelEntry<launch_bound, Parameters...> entry_of(void (*)(Parameters...));  // which type it has
template <auto kernel, unsigned launch_bound>
struct Registered {
  static inline const decltype(entry_of<launch_bound>(kernel)) entry{kernel};
};
template <auto kernel, unsigned launch_bound = 0>
inline void register_kernel() {
  (void)&Registered<kernel, launch_bound>::entry;
}

}  // namespace simt

template <typename... Parameters>
inline cudaError_t cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
    std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr) {
  const cudaLaunchConfig_t config{grid, block, dynamic_shared_bytes, stream, nullptr, 0};
  if (const cudaError_t error = simt_launch_with(&config, simt::kernel_address(kernel))) return error;
  simt::Unpack<Parameters...>::run(simt::kernel_address(kernel), arguments);
  return simt_launch_result();
}
inline cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
    std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr) {
  const cudaLaunchConfig_t config{grid, block, dynamic_shared_bytes, stream, nullptr, 0};
  if (const cudaError_t error = simt_launch_with(&config, function)) return error;
  return simt_launch_arguments(function, arguments);
}
template <typename Function>
inline cudaError_t cudaLaunchCooperativeKernel(Function* function, dim3 grid, dim3 block, void** arguments,
    std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  const cudaLaunchConfig_t config{grid, block, dynamic_shared_bytes, stream, &attribute, 1};
  if (const cudaError_t error = simt_launch_with(&config, reinterpret_cast<const void*>(function))) return error;
  return simt_launch_arguments(reinterpret_cast<const void*>(function), arguments);
}
inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void** arguments) {
  if (const cudaError_t error = simt_launch_with(config, function)) return error;
  return simt_launch_arguments(function, arguments);
}
template <typename... Parameters, typename... Arguments>
inline cudaError_t cudaLaunchKernelEx(
    const cudaLaunchConfig_t* config, void (*kernel)(Parameters...), Arguments&&... arguments) {
  if (const cudaError_t error = simt_launch_with(config, simt::kernel_address(kernel))) return error;
  kernel(static_cast<Arguments&&>(arguments)...);
  return simt_launch_result();
}

template <typename Function>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Function* function) {
  return simt_func_attributes(attributes, reinterpret_cast<const void*>(function));
}
template <typename Function>
inline cudaError_t cudaFuncSetCacheConfig(Function*, cudaFuncCache) {
  return cudaSuccess;
}
template <typename Function>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int* blocks, Function* function, int threads, std::size_t dynamic_shared_bytes) {
  return simt_occupancy(blocks, reinterpret_cast<const void*>(function), threads, dynamic_shared_bytes);
}
template <typename Function>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, Function* function, int threads, std::size_t dynamic_shared_bytes, unsigned int) {
  return simt_occupancy(blocks, reinterpret_cast<const void*>(function), threads, dynamic_shared_bytes);
}
template <typename Function, typename SharedOf>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(
    int* grid, int* block, Function* function, SharedOf shared_of, int limit = 0) {
  return simt_potential_block(
      grid, block, reinterpret_cast<const void*>(function),
      [](const void* state, int threads) { return std::size_t((*static_cast<const SharedOf*>(state))(threads)); },
      &shared_of, limit);
}
template <typename Function, typename SharedOf>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int* grid, int* block, Function* function, SharedOf shared_of, int limit = 0, unsigned int = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, function, shared_of, limit);
}
template <typename Function>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(
    int* grid, int* block, Function* function, std::size_t dynamic_shared_bytes = 0, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      grid, block, function, [=](int) { return dynamic_shared_bytes; }, limit);
}
template <typename Function>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(
    int* grid, int* block, Function* function, std::size_t dynamic_shared_bytes = 0, int limit = 0, unsigned int = 0) {
  return cudaOccupancyMaxPotentialBlockSize(grid, block, function, dynamic_shared_bytes, limit);
}
