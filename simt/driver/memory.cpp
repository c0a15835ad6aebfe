// The driver API's memory, streams and events: the runtime's, with addresses as numbers.
#include <type_traits>

#include "simt/driver/driver.hpp"
#include "simt/engine/graphs/capture.hpp"
#include "simt/engine/memory/memory.hpp"
#include "simt/engine/runtime_api/transfer.hpp"
#include "simt/engine/streams/timeline.hpp"

namespace simt::driver {
namespace {

void* pointer_of(CUdeviceptr address) { return reinterpret_cast<void*>(address); }

template <typename Allocate>
CUresult allocate(CUdeviceptr* pointer, std::size_t bytes, Allocate call) {
  if (const CUresult error = ready()) return error;
  if (!pointer || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  void* made = nullptr;
  if (const CUresult error = through_runtime([&] { return call(&made); })) return error;
  *pointer = reinterpret_cast<CUdeviceptr>(made);
  current_context()->memory.insert(*pointer);
  return CUDA_SUCCESS;
}

template <typename Free>
CUresult release(CUdeviceptr pointer, Free call) {
  const CUresult error = through_runtime([&] { return call(pointer_of(pointer)); });
  if (error == CUDA_SUCCESS) current_context()->memory.erase(pointer);
  return error;
}

CUresult copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, const ApiCall& call) {
  if (const CUresult error = ready()) return error;
  if (const CUresult error = through_runtime([&] { return check_stream(call.stream); })) return error;
  if (bytes == 0) return CUDA_SUCCESS;
  return through_runtime([&] { return copy_bytes(to, from, bytes, kind, call); });
}

template <typename Value>
CUresult fill(CUdeviceptr pointer, Value value, std::size_t count, const ApiCall& call) {
  if (const CUresult error = ready()) return error;
  if (const CUresult error = through_runtime([&] { return check_stream(call.stream); })) return error;
  if (pointer % sizeof(Value)) return CUDA_ERROR_INVALID_VALUE;
  if (count == 0) return CUDA_SUCCESS;
  return through_runtime([&] { return set_values(pointer_of(pointer), &value, sizeof value, count, call); });
}

}  // namespace
}  // namespace simt::driver

using namespace simt;
using namespace simt::driver;

extern "C" {

CUresult cuMemAlloc(CUdeviceptr* pointer, std::size_t bytes) {
  return allocate(pointer, bytes, [&](void** made) { return cudaMalloc(made, bytes); });
}
CUresult cuMemAllocAsync(CUdeviceptr* pointer, std::size_t bytes, CUstream stream) {
  return allocate(pointer, bytes, [&](void** made) { return cudaMallocAsync(made, bytes, stream); });
}
CUresult cuMemAllocManaged(CUdeviceptr* pointer, std::size_t bytes, unsigned flags) {
  return allocate(pointer, bytes, [&](void** made) { return cudaMallocManaged(made, bytes, flags); });
}
CUresult cuMemAllocPitch(
    CUdeviceptr* pointer, std::size_t* pitch, std::size_t width, std::size_t height, unsigned element_bytes) {
  if (element_bytes != 4 && element_bytes != 8 && element_bytes != 16) return CUDA_ERROR_INVALID_VALUE;
  return allocate(pointer, width * height, [&](void** made) { return cudaMallocPitch(made, pitch, width, height); });
}
CUresult cuMemFree(CUdeviceptr pointer) { return release(pointer, cudaFree); }
CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream) {
  return release(pointer, [&](void* memory) { return cudaFreeAsync(memory, stream); });
}
CUresult cuMemAllocHost(void** pointer, std::size_t bytes) {
  return through_runtime([&] { return cudaMallocHost(pointer, bytes); });
}
CUresult cuMemHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
  return through_runtime([&] { return cudaHostAlloc(pointer, bytes, flags); });
}
CUresult cuMemFreeHost(void* pointer) {
  return through_runtime([&] { return cudaFreeHost(pointer); });
}
CUresult cuMemHostGetDevicePointer(CUdeviceptr* device_pointer, void* host_pointer, unsigned flags) {
  void* found = nullptr;
  if (!device_pointer) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult error = through_runtime([&] { return cudaHostGetDevicePointer(&found, host_pointer, flags); }))
    return error;
  *device_pointer = reinterpret_cast<CUdeviceptr>(found);
  return CUDA_SUCCESS;
}
CUresult cuMemHostRegister(void* pointer, std::size_t bytes, unsigned flags) {
  return through_runtime([&] { return cudaHostRegister(pointer, bytes, flags); });
}
CUresult cuMemHostUnregister(void* pointer) {
  return through_runtime([&] { return cudaHostUnregister(pointer); });
}
CUresult cuMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  return through_runtime([&] { return cudaMemGetInfo(free_bytes, total_bytes); });
}
CUresult cuMemGetAddressRange(CUdeviceptr* base, std::size_t* bytes, CUdeviceptr pointer) {
  if (const CUresult error = ready()) return error;
  if (!device_memory.contains(pointer) || !device_memory.live(pointer, 1)) return CUDA_ERROR_NOT_FOUND;
  const Allocation& found = *device_memory.at_granule(pointer);
  if (base) *base = found.base;
  if (bytes) *bytes = found.bytes;
  return CUDA_SUCCESS;
}
CUresult cuPointerGetAttribute(void* data, CUpointer_attribute attribute, CUdeviceptr pointer) {
  cudaPointerAttributes known{};
  if (const CUresult error = through_runtime([&] { return cudaPointerGetAttributes(&known, pointer_of(pointer)); }))
    return error;
  if (!data || known.type == cudaMemoryTypeUnregistered) return CUDA_ERROR_INVALID_VALUE;
  const auto give = [&](auto value) { return *static_cast<decltype(value)*>(data) = value, CUDA_SUCCESS; };
  CUdeviceptr base = 0;
  std::size_t bytes = 0;
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      return give(unsigned(known.type == cudaMemoryTypeHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE));
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      return give(reinterpret_cast<CUdeviceptr>(known.devicePointer));
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      return known.hostPointer ? give(known.hostPointer) : CUDA_ERROR_INVALID_VALUE;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      return give(unsigned(known.type == cudaMemoryTypeManaged));
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      return give(known.device);
    case CU_POINTER_ATTRIBUTE_MAPPED:
      return give(true);
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      if (const CUresult error = cuMemGetAddressRange(&base, &bytes, pointer)) return error;
      return attribute == CU_POINTER_ATTRIBUTE_RANGE_SIZE ? give(bytes) : give(base);
  }
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, std::size_t bytes) {
  return copy(pointer_of(to), pointer_of(from), bytes, cudaMemcpyDefault, "cuMemcpy");
}
CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, std::size_t bytes) {
  return copy(pointer_of(to), from, bytes, cudaMemcpyHostToDevice, "cuMemcpyHtoD");
}
CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, std::size_t bytes) {
  return copy(to, pointer_of(from), bytes, cudaMemcpyDeviceToHost, "cuMemcpyDtoH");
}
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, std::size_t bytes) {
  return copy(pointer_of(to), pointer_of(from), bytes, cudaMemcpyDeviceToDevice, "cuMemcpyDtoD");
}
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  return copy(pointer_of(to), pointer_of(from), bytes, cudaMemcpyDefault, {"cuMemcpyAsync", stream});
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, std::size_t bytes, CUstream stream) {
  return copy(pointer_of(to), from, bytes, cudaMemcpyHostToDevice, {"cuMemcpyHtoDAsync", stream});
}
CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  return copy(to, pointer_of(from), bytes, cudaMemcpyDeviceToHost, {"cuMemcpyDtoHAsync", stream});
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  return copy(pointer_of(to), pointer_of(from), bytes, cudaMemcpyDeviceToDevice, {"cuMemcpyDtoDAsync", stream});
}
CUresult cuMemsetD8(CUdeviceptr pointer, unsigned char value, std::size_t count) {
  return fill(pointer, value, count, "cuMemsetD8");
}
CUresult cuMemsetD16(CUdeviceptr pointer, unsigned short value, std::size_t count) {
  return fill(pointer, value, count, "cuMemsetD16");
}
CUresult cuMemsetD32(CUdeviceptr pointer, unsigned value, std::size_t count) {
  return fill(pointer, value, count, "cuMemsetD32");
}
CUresult cuMemsetD8Async(CUdeviceptr pointer, unsigned char value, std::size_t count, CUstream stream) {
  return fill(pointer, value, count, {"cuMemsetD8Async", stream});
}
CUresult cuMemsetD16Async(CUdeviceptr pointer, unsigned short value, std::size_t count, CUstream stream) {
  return fill(pointer, value, count, {"cuMemsetD16Async", stream});
}
CUresult cuMemsetD32Async(CUdeviceptr pointer, unsigned value, std::size_t count, CUstream stream) {
  return fill(pointer, value, count, {"cuMemsetD32Async", stream});
}

CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int priority) {
  return through_runtime([&] { return cudaStreamCreateWithPriority(stream, flags, priority); });
}
CUresult cuStreamCreate(CUstream* stream, unsigned flags) { return cuStreamCreateWithPriority(stream, flags, 0); }
CUresult cuStreamDestroy(CUstream stream) {
  return through_runtime([&] { return cudaStreamDestroy(stream); });
}
CUresult cuStreamSynchronize(CUstream stream) {
  return through_runtime([&] { return cudaStreamSynchronize(stream); });
}
CUresult cuStreamQuery(CUstream stream) {
  return through_runtime([&] { return cudaStreamQuery(stream); });
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  return through_runtime([&] { return cudaStreamWaitEvent(stream, event, flags); });
}
CUresult cuStreamGetFlags(CUstream stream, unsigned* flags) {
  return through_runtime([&] { return cudaStreamGetFlags(stream, flags); });
}
CUresult cuStreamGetPriority(CUstream stream, int* priority) {
  return through_runtime([&] { return cudaStreamGetPriority(stream, priority); });
}
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void* data, unsigned flags) {
  if (const CUresult error = ready()) return error;
  if (!callback || flags) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult error = through_runtime([&] { return check_stream(stream); })) return error;
  if (const CUresult error = through_runtime([&] { return refuse_in_capture(stream); })) return error;
  in_stream(stream, "cuStreamAddCallback", Until::given, [=] {
    host_function_tells();  // whoever it tells may be quicker than its end
    callback(stream, CUDA_SUCCESS, data);
  });
  return CUDA_SUCCESS;
}
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  return through_runtime([&] { return cudaLaunchHostFunc(stream, function, data); });
}

CUresult cuEventCreate(CUevent* event, unsigned flags) {
  return through_runtime([&] { return cudaEventCreateWithFlags(event, flags); });
}
CUresult cuEventDestroy(CUevent event) {
  return through_runtime([&] { return cudaEventDestroy(event); });
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
  return through_runtime([&] { return cudaEventRecord(event, stream); });
}
CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags) {
  return through_runtime([&] { return cudaEventRecordWithFlags(event, stream, flags); });
}
CUresult cuEventSynchronize(CUevent event) {
  return through_runtime([&] { return cudaEventSynchronize(event); });
}
CUresult cuEventQuery(CUevent event) {
  return through_runtime([&] { return cudaEventQuery(event); });
}
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent stop) {
  return through_runtime([&] { return cudaEventElapsedTime(milliseconds, start, stop); });
}
}
