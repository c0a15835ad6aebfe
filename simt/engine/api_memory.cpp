// cudaMalloc, cudaFree, copies, streams and events. Everything is done when it is called, in order:
// one of the orders a GPU might choose, and always the same one.
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/device.hpp"

struct CUstream_st {};
struct CUevent_st {
  bool recorded = false;
  unsigned flags = 0;
  std::uint64_t at = 0;  // host nanoseconds: what the simulation took, not what a GPU would take
};

namespace simt {
namespace {

cudaError_t fail(cudaError_t error) {
  set_last_error(error);
  return error;
}

void report(const std::string& kind, const std::string& message) {
  Finding finding;
  finding.kind = kind;
  finding.memory = "global";
  finding.message = message;
  add_host_finding(finding);
}

// Whether [pointer, +bytes) may be copied from or to as device memory; says why not.
bool device_range(const void* pointer, std::size_t bytes, const char* call, const char* does) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  if (device_memory.contains(address) && device_memory.live(address, bytes)) return true;
  const Allocation* here = device_memory.contains(address) ? device_memory.at_granule(address) : nullptr;
  const std::string length = std::to_string(bytes) + " bytes";
  if (here && here->freed) report("use-after-free", std::string(call) + " " + does + " " + length + " of " + name_allocation_of(*here) + " after it was freed");
  else if (here)
    report("out-of-bounds", std::string(call) + " " + does + " " + length + " from byte " + std::to_string(address - here->base) + " of " +
                                name_allocation_of(*here) + ", which has " + std::to_string(here->bytes));
  else report("host-pointer", std::string(call) + " " + does + " " + length + " as device memory at an address that is not device memory");
  return false;
}

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, const char* call) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (bytes == 0) return cudaSuccess;
  const bool to_device = device_memory.contains(reinterpret_cast<std::uint64_t>(to));
  const bool from_device = device_memory.contains(reinterpret_cast<std::uint64_t>(from));
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return fail(cudaErrorInvalidMemcpyDirection);
  const bool want_to = kind == cudaMemcpyDefault ? to_device : kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool want_from = kind == cudaMemcpyDefault ? from_device : kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (want_to && !device_range(to, bytes, call, "writes")) return fail(cudaErrorInvalidValue);
  if (want_from && !device_range(from, bytes, call, "reads")) return fail(cudaErrorInvalidValue);
  if ((to_device && !want_to) || (from_device && !want_from)) {
    report("host-pointer", std::string(call) + " was told a direction that takes a device pointer for host memory");
    return fail(cudaErrorInvalidValue);
  }
  std::memmove(to, from, bytes);
  const auto target = reinterpret_cast<std::uint64_t>(to), source = reinterpret_cast<std::uint64_t>(from);
  if (want_to && want_from) device_memory.copy_written(target, source, bytes);
  else if (want_to) device_memory.mark_written(target, bytes);
  return cudaSuccess;
}

cudaError_t set(void* pointer, int value, std::size_t bytes, const char* call) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (bytes == 0) return cudaSuccess;
  if (!device_range(pointer, bytes, call, "writes")) return fail(cudaErrorInvalidValue);
  std::memset(pointer, value, bytes);
  device_memory.mark_written(reinterpret_cast<std::uint64_t>(pointer), bytes);
  return cudaSuccess;
}

}  // namespace
}  // namespace simt

using namespace simt;

extern "C" {

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (!pointer) return fail(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  *pointer = device_memory.allocate(bytes);
  return *pointer ? cudaSuccess : fail(cudaErrorMemoryAllocation);
}

cudaError_t cudaFree(void* pointer) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (!pointer || device_memory.release(pointer)) return cudaSuccess;
  report("invalid-free", "cudaFree was given a pointer that is not the start of a live allocation");
  return fail(cudaErrorInvalidValue);
}

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  *pointer = std::malloc(bytes ? bytes : 1);
  return *pointer ? cudaSuccess : fail(cudaErrorMemoryAllocation);
}
cudaError_t cudaFreeHost(void* pointer) { return std::free(pointer), cudaSuccess; }

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  *total_bytes = DeviceMemory::capacity_bytes;
  *free_bytes = DeviceMemory::capacity_bytes - device_memory.used_bytes();
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) { return copy(to, from, bytes, kind, "cudaMemcpy"); }
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t) {
  return copy(to, from, bytes, kind, "cudaMemcpyAsync");
}
cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) { return set(pointer, value, bytes, "cudaMemset"); }
cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t) { return set(pointer, value, bytes, "cudaMemsetAsync"); }

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return *stream = new CUstream_st, cudaSuccess; }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) { return cudaStreamCreate(stream); }
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (!stream) return fail(cudaErrorInvalidResourceHandle);
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) { return sticky_error(); }
cudaError_t cudaStreamQuery(cudaStream_t) { return sticky_error(); }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) { return sticky_error(); }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  *event = new CUevent_st;
  (*event)->flags = flags;
  return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (!event) return fail(cudaErrorInvalidResourceHandle);
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  if (!event) return fail(cudaErrorInvalidResourceHandle);
  event->recorded = true;
  event->at = std::uint64_t(std::chrono::steady_clock::now().time_since_epoch().count());
  return sticky_error();
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) { return event ? sticky_error() : fail(cudaErrorInvalidResourceHandle); }
cudaError_t cudaEventQuery(cudaEvent_t event) { return event ? sticky_error() : fail(cudaErrorInvalidResourceHandle); }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
  if (!start || !stop || !start->recorded || !stop->recorded || ((start->flags | stop->flags) & cudaEventDisableTiming))
    return fail(cudaErrorInvalidResourceHandle);
  *milliseconds = float(double(std::int64_t(stop->at - start->at)) * 1e-6);
  return cudaSuccess;
}
}
