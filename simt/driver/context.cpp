// The driver API's errors, devices and contexts.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <vector>

#include "simt/driver/driver.hpp"
#include "simt/engine/runtime_api/calls.hpp"

namespace simt::driver {
namespace {

struct Named {
  CUresult error;
  const char *name, *text;
};
constexpr Named named[] = {
#define SIMT_RESULT(name, value, text) {name, #name, text},
#include "simt/include/simt/driver_errors.inc"
#undef SIMT_RESULT
};
const Named* find(int error) {
  for (const Named& entry : named)
    if (entry.error == error) return &entry;
  return nullptr;
}

std::mutex contexts_mutex;
bool initialized = false;
std::set<CUcontext> contexts;
std::map<int, CUctx_st> primaries;
thread_local std::vector<CUcontext> stack;  // the current one is last; null ones may be pushed

CUcontext primary(int device) {
  CUctx_st& context = primaries[device];
  context.device = device;
  context.primary = true;
  contexts.insert(&context);
  return &context;
}

CUresult valid(CUdevice device) {
  if (!initialized) return CUDA_ERROR_NOT_INITIALIZED;
  return device < 0 || device >= device_count() ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS;
}

// Each time that a primary context is retained is one thing to give back, and has an address of its own.
const void* retained(CUcontext context) { return reinterpret_cast<const char*>(context) + context->uses; }

void follow(CUcontext context) {
  const RuntimeCall keep;
  if (context) cudaSetDevice(context->device);
}

}  // namespace

CUcontext current_context() {
  const std::lock_guard lock(contexts_mutex);
  if (!stack.empty()) return contexts.contains(stack.back()) ? stack.back() : nullptr;
  return runtime_used ? primary(current_device()) : nullptr;
}

CUresult ready() {
  if (!initialized && !runtime_used) return CUDA_ERROR_NOT_INITIALIZED;
  if (!stack.empty() && stack.back() && !contexts.contains(stack.back())) return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  if (!current_context()) return CUDA_ERROR_INVALID_CONTEXT;
  const RuntimeCall keep;
  return result_of(sticky_error());
}

// The two APIs' numbers agree wherever both have the error.
CUresult result_of(cudaError_t error) {
  return find(int(error)) ? CUresult(error) : error == cudaErrorUnknown ? CUDA_ERROR_UNKNOWN : CUDA_ERROR_INVALID_VALUE;
}

RuntimeCall::RuntimeCall() : last_(cudaPeekAtLastError()), used_(runtime_used) {}
RuntimeCall::~RuntimeCall() {
  if (sticky_error() == cudaSuccess) set_last_error(last_);
  runtime_used = used_;
}

}  // namespace simt::driver

using namespace simt;
using namespace simt::driver;

extern "C" {

CUresult cuGetErrorName(CUresult error, const char** name) {
  if (!name) return CUDA_ERROR_INVALID_VALUE;
  const Named* entry = find(error);
  *name = entry ? entry->name : nullptr;
  return entry ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuGetErrorString(CUresult error, const char** text) {
  if (!text) return CUDA_ERROR_INVALID_VALUE;
  const Named* entry = find(error);
  *text = entry ? entry->text : nullptr;
  return entry ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuInit(unsigned flags) {
  if (flags) return CUDA_ERROR_INVALID_VALUE;
  if (device_count() == 0) return CUDA_ERROR_NO_DEVICE;
  initialized = true;
  return CUDA_SUCCESS;
}
CUresult cuDriverGetVersion(int* version) {
  return version ? (*version = CUDA_VERSION, CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuDeviceGetCount(int* count) {
  if (!initialized) return CUDA_ERROR_NOT_INITIALIZED;
  return count ? (*count = device_count(), CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  if (const CUresult error = valid(ordinal)) return error;
  return device ? (*device = ordinal, CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  if (const CUresult error = valid(device)) return error;
  if (!name || length <= 0) return CUDA_ERROR_INVALID_VALUE;
  std::snprintf(name, std::size_t(length), "%s", simulated_device().name);
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  if (const CUresult error = valid(device)) return error;
  if (!uuid) return CUDA_ERROR_INVALID_VALUE;
  std::memset(uuid, 0, sizeof *uuid);
  uuid->bytes[15] = char(device);
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  if (const CUresult error = valid(device)) return error;
  if (!value) return CUDA_ERROR_INVALID_VALUE;
  const RuntimeCall keep;
  switch (attribute) {
    // What the runtime does not ask for, and is not there: mapping of memory by hand, sharing between processes and with
    // devices that are no GPUs, compression, memory operations of streams, tensor maps.
    case CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1:
    case CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH:
    case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR:
    case CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK:
    case CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH:
    case CU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HOST_ALLOC_DMA_BUF_SUPPORTED:
      return *value = 0, CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK:
      return *value = int(h200::shared_bytes_reserved), CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS:
      return *value = simulated_device().unifiedFunctionPointers, CUDA_SUCCESS;
    default:
      break;
  }
  return result_of(cudaDeviceGetAttribute(value, cudaDeviceAttr(attribute), device));
}
CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  if (const CUresult error = valid(device)) return error;
  if (!major || !minor) return CUDA_ERROR_INVALID_VALUE;
  *major = simulated_device().major;
  *minor = simulated_device().minor;
  return CUDA_SUCCESS;
}
CUresult cuDeviceTotalMem(std::size_t* bytes, CUdevice device) {
  if (const CUresult error = valid(device)) return error;
  return bytes ? (*bytes = simulated_device().totalGlobalMem, CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuDeviceGetPCIBusId(char* id, int length, CUdevice device) {
  if (const CUresult error = valid(device)) return error;
  return id ? result_of(cudaDeviceGetPCIBusId(id, length, device)) : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
  if (const CUresult error = valid(device)) return error;
  if (const CUresult error = valid(peer)) return error;
  return can ? (*can = device != peer, CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  if (const CUresult error = valid(device)) return error;
  if (!context) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(contexts_mutex);
  *context = primary(device);
  ++(*context)->uses;
  handle_made(retained(*context), "a retained context");
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  if (const CUresult error = valid(device)) return error;
  const std::lock_guard lock(contexts_mutex);
  CUcontext context = primary(device);
  if (context->uses == 0) return CUDA_ERROR_INVALID_CONTEXT;
  handle_gone(retained(context));
  --context->uses;
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  if (const CUresult error = valid(device)) return error;
  return result_of(cudaDeviceReset());
}
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active) {
  if (const CUresult error = valid(device)) return error;
  if (!flags || !active) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(contexts_mutex);
  *flags = primary(device)->flags;
  *active = primary(device)->uses > 0 || runtime_used;
  return CUDA_SUCCESS;
}

CUresult cuCtxCreate(CUcontext* context, CUctxCreateParams* parameters, unsigned flags, CUdevice device) {
  if (const CUresult error = valid(device)) return error;
  if (!context || flags & ~unsigned(CU_CTX_FLAGS_MASK)) return CUDA_ERROR_INVALID_VALUE;
  if (parameters && (parameters->numExecAffinityParams || parameters->cigParams))
    return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
  *context = new CUctx_st{device, flags, false, 0, {}};
  {
    const std::lock_guard lock(contexts_mutex);
    contexts.insert(*context);
  }
  handle_made(*context, "a context");
  stack.push_back(*context);
  follow(*context);
  return CUDA_SUCCESS;
}
CUresult cuCtxDestroy(CUcontext context) {
  if (!initialized) return CUDA_ERROR_NOT_INITIALIZED;
  {
    const std::lock_guard lock(contexts_mutex);
    if (!contexts.contains(context) || context->primary) return CUDA_ERROR_INVALID_CONTEXT;
    contexts.erase(context);
  }
  handle_gone(context);
  if (!stack.empty() && stack.back() == context) stack.pop_back();
  const RuntimeCall keep;
  for (const CUdeviceptr pointer : context->memory) cudaFree(reinterpret_cast<void*>(pointer));
  delete context;
  return CUDA_SUCCESS;
}
CUresult cuCtxSetCurrent(CUcontext context) {
  if (!initialized && !runtime_used) return CUDA_ERROR_NOT_INITIALIZED;
  {
    const std::lock_guard lock(contexts_mutex);
    if (context && !contexts.contains(context)) return CUDA_ERROR_INVALID_CONTEXT;
  }
  if (stack.empty()) stack.push_back(context);
  else stack.back() = context;
  follow(context);
  return CUDA_SUCCESS;
}
CUresult cuCtxGetCurrent(CUcontext* context) {
  if (!initialized && !runtime_used) return CUDA_ERROR_NOT_INITIALIZED;
  return context ? (*context = current_context(), CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuCtxPushCurrent(CUcontext context) {
  if (!initialized) return CUDA_ERROR_NOT_INITIALIZED;
  {
    const std::lock_guard lock(contexts_mutex);
    if (!contexts.contains(context)) return CUDA_ERROR_INVALID_CONTEXT;
  }
  stack.push_back(context);
  follow(context);
  return CUDA_SUCCESS;
}
CUresult cuCtxPopCurrent(CUcontext* context) {
  if (!initialized) return CUDA_ERROR_NOT_INITIALIZED;
  const CUcontext top = current_context();
  if (!top || stack.empty()) return CUDA_ERROR_INVALID_CONTEXT;
  if (context) *context = top;
  stack.pop_back();
  follow(current_context());
  return CUDA_SUCCESS;
}
CUresult cuCtxGetDevice(CUdevice* device) {
  const CUcontext context = current_context();
  if (!initialized && !context) return CUDA_ERROR_NOT_INITIALIZED;
  if (!context) return CUDA_ERROR_INVALID_CONTEXT;
  return device ? (*device = context->device, CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuCtxGetFlags(unsigned* flags) {
  if (const CUresult error = ready()) return error;
  return flags ? (*flags = current_context()->flags, CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuCtxGetApiVersion(CUcontext, unsigned* version) {
  return version ? (*version = CUDA_VERSION, CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuCtxSynchronize() { return through_runtime(cudaDeviceSynchronize); }
CUresult cuCtxGetLimit(std::size_t* value, CUlimit limit) {
  return through_runtime([&] { return cudaDeviceGetLimit(value, cudaLimit(limit)); });
}
CUresult cuCtxSetLimit(CUlimit limit, std::size_t value) {
  return through_runtime([&] { return cudaDeviceSetLimit(cudaLimit(limit), value); });
}
CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  return through_runtime([&] { return cudaDeviceSetCacheConfig(cudaFuncCache(config)); });
}
CUresult cuCtxGetCacheConfig(CUfunc_cache* config) {
  return through_runtime([&] { return cudaDeviceGetCacheConfig(reinterpret_cast<cudaFuncCache*>(config)); });
}
CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  return through_runtime([&] { return cudaDeviceGetStreamPriorityRange(least, greatest); });
}
CUresult cuProfilerStart() { return through_runtime(cudaProfilerStart); }
CUresult cuProfilerStop() { return through_runtime(cudaProfilerStop); }
}
