// cudaMalloc, cudaFree and their kin: device, pitched, pinned and managed memory, arrays. Copies are in transfer.cpp.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/graphs/capture.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/engine/runtime_api/calls.hpp"
#include "simt/engine/runtime_api/device.hpp"
#include "simt/engine/runtime_api/pools.hpp"
#include "simt/engine/textures/objects.hpp"
#include "simt/engine/memory/host_names.hpp"
#include "simt/engine/runtime_api/transfer.hpp"
#include "simt/engine/streams/touched.hpp"

namespace simt {
namespace {

// What cudaMallocPitch rounds rows up to on sm_90 (measured on the H200).
constexpr std::size_t pitch_step = 512;

std::mutex registered_mutex;
std::map<std::uint64_t, std::uint64_t> registered;  // begin, bytes

cudaError_t allocate(void** pointer, std::size_t bytes, AllocationKind kind) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (!pointer) return fail(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  *pointer = device_memory.allocate(bytes, kind, current_device());
  if (kind != AllocationKind::device) note_copied(&Copied::on_both_sides, bytes);
  return *pointer ? cudaSuccess : fail(cudaErrorMemoryAllocation);
}

// "Managing memory allocations using cudaMalloc and cudaFree causes the GPU to synchronize across all executing CUDA
// streams" (CUDA C++ Programming Guide, "Stream Ordered Memory Allocator"), and a "page-locked host memory allocation" or "a
// device memory allocation" keeps what was given before from running with what is given after ("Implicit Synchronization").
// The host waits for nothing.
cudaError_t allocate_and_order(void** pointer, std::size_t bytes, AllocationKind kind) {
  if (const cudaError_t error = refuse_while_capturing()) return error;
  if (settings.timeline_is_kept) order_all_of_devices({current_device()});
  return allocate(pointer, bytes, kind);
}

// Before memory is given back that may be in use. cudaFree waits for the device; but of memory from cudaMallocAsync "the
// driver assumes that all accesses to the allocation are complete and performs no further synchronization" (CUDA C++
// Programming Guide, "Stream Ordered Memory Allocator"). Of cudaFreeHost nothing is promised.
void settle_before_release(const Allocation& found, const char* call) {
  const std::uint64_t begin = found.base, bytes = found.bytes;
  if (found.kind != AllocationKind::pinned && !found.in_stream_order) host_waits_for_all();
  if (settings.stream_races_are_checked) check_freed(begin, bytes, std::string(call) + " frees");
}

cudaError_t release(void* pointer, bool pinned, const char* call, cudaStream_t stream = nullptr, bool async = false) {
  if (const cudaError_t error = refuse_in_host_function()) return error;
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (!pointer) return cudaSuccess;
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  Allocation* found = device_memory.contains(address) ? device_memory.at_granule(address) : nullptr;
  std::string why = "a pointer that is not the start of a live allocation";
  const bool recorded = is_recorded(stream);
  // It will be there when the graph is launched, or when the stream comes to its launch.
  const bool again = found && found->of_graph && async && (recorded || found->left_by_graph);
  if (found && !recorded) found->left_by_graph = false;
  if (found && found->base == address && found->freed && !again)
    why = name_allocation_of(*found) + ", which was freed already";
  else if (found && found->base == address && found->kind == AllocationKind::heap)
    why = "memory of the device's heap, which only a kernel's free() or delete frees";
  else if (found && found->base == address && (found->kind == AllocationKind::pinned) != pinned)
    why = pinned ? "device memory, which cudaFree frees" : "host memory, which cudaFreeHost frees";
  else if (found && found->base == address && async && (settings.timeline_is_kept || recorders)) {
    const std::uint64_t bytes = found->bytes;
    in_stream(stream, call, Until::given, [=] {
      note_touch(address, bytes, {.does = TouchSite::frees});
      device_memory.release(pointer);
    });
    if (recorded) note_recorded_memory(pointer);
    return cudaSuccess;
  } else {
    if (found && found->base == address && settings.timeline_is_kept) settle_before_release(*found, call);
    if (device_memory.release(pointer)) return cudaSuccess;
  }
  report_host(FindingKind::invalid_free, std::string(call) + " was given " + why);
  return fail(cudaErrorInvalidValue);
}

}  // namespace

// The memory must not be touched in front of the allocation or behind the release, in the stream's order.
cudaError_t allocate_in(cudaStream_t stream, void** pointer, std::size_t bytes, const char* call, const void* pool) {
  if (const cudaError_t error = check_stream(stream)) return error;
  const cudaError_t error = allocate(pointer, bytes, AllocationKind::device);
  if (error != cudaSuccess || !*pointer) return error;
  const auto begin = reinterpret_cast<std::uint64_t>(*pointer);
  Allocation& made = *device_memory.at_granule(begin);
  made.in_stream_order = true;
  made.of_graph = is_recorded(stream);
  device_memory.take_from_pool(*pointer, made.of_graph ? graph_pool(current_device()) : pool);
  in_stream(stream, call, Until::given, [=, of_graph = made.of_graph, start = *pointer] {
    if (of_graph && !device_memory.give_again(start)) return set_last_error(cudaErrorMemoryAllocation);
    note_touch(begin, bytes, {.does = TouchSite::allocates});
  });
  if (!made.of_graph) return cudaSuccess;
  note_recorded_memory(*pointer);
  device_memory.release(*pointer);  // until the graph is launched
  return cudaSuccess;
}

std::uint64_t bytes_on_both_sides() {
  std::uint64_t all = 0;
  for (const Allocation& allocation : device_memory.live_allocations())
    if (allocation.on_both_sides()) all += allocation.bytes;
  for (const AddressRange& range : registered_host_ranges()) all += range.bytes;
  Variables::of_process()->each_managed([&](const Variable& variable) { all += variable.bytes; });
  return all;
}
std::vector<AddressRange> registered_host_ranges() {
  const std::lock_guard lock(registered_mutex);
  std::vector<AddressRange> ranges;
  for (const auto& [begin, bytes] : registered) ranges.push_back({begin, bytes});
  return ranges;
}

bool registered_host(std::uint64_t address, std::uint64_t bytes) {
  const std::lock_guard lock(registered_mutex);
  auto above = registered.upper_bound(address);
  return above != registered.begin() && (--above, address + bytes <= above->first + above->second);
}

}  // namespace simt

using namespace simt;

extern "C" {

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  return allocate_and_order(pointer, bytes, AllocationKind::device);
}
cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
  return allocate_in(stream, pointer, bytes, "cudaMallocAsync", current_pool(current_device()));
}
cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned int) {
  return allocate_and_order(pointer, bytes, AllocationKind::managed);
}
cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned int) {
  return allocate_and_order(pointer, bytes, AllocationKind::pinned);
}
cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  return allocate_and_order(pointer, bytes, AllocationKind::pinned);
}
cudaError_t cudaFree(void* pointer) {
  if (const cudaError_t error = refuse_while_capturing()) return error;
  return release(pointer, false, "cudaFree");
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return release(pointer, false, "cudaFreeAsync", stream, true);
}
cudaError_t cudaFreeHost(void* pointer) { return release(pointer, true, "cudaFreeHost"); }

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
  if (!pitch) return fail(cudaErrorInvalidValue);
  *pitch = (width + pitch_step - 1) / pitch_step * pitch_step;
  return allocate_and_order(pointer, *pitch * height, AllocationKind::device);
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
  if (!pitched) return fail(cudaErrorInvalidValue);
  *pitched = {nullptr, (extent.width + pitch_step - 1) / pitch_step * pitch_step, extent.width, extent.height};
  return allocate_and_order(&pitched->ptr, pitched->pitch * extent.height * extent.depth, AllocationKind::device);
}

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  if (const cudaError_t error = refuse_in_host_function()) return error;
  *total_bytes = DeviceMemory::capacity_bytes;
  *free_bytes = device_memory.free_bytes();
  return cudaSuccess;
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned int) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  if (!pointer || !bytes || device_memory.contains(address)) return fail(cudaErrorInvalidValue);
  const std::lock_guard lock(registered_mutex);
  auto next = registered.lower_bound(address + bytes);
  if (next != registered.begin() && (--next, next->first + next->second > address))
    return fail(cudaErrorHostMemoryAlreadyRegistered);
  registered[address] = bytes;
  note_copied(&Copied::on_both_sides, bytes);
  return cudaSuccess;
}
cudaError_t cudaHostUnregister(void* pointer) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  if (settings.work_is_deferred) host_waits_for_all();  // the memory may be gone any time now
  const std::lock_guard lock(registered_mutex);
  const auto known = registered.find(address);
  if (known == registered.end()) return fail(cudaErrorHostMemoryNotRegistered);
  if (settings.stream_races_are_checked) check_freed(address, known->second, "cudaHostUnregister takes back");
  registered.erase(known);
  return cudaSuccess;
}
// One address serves both sides.
cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* host_pointer, unsigned int) {
  const auto address = reinterpret_cast<std::uint64_t>(host_pointer);
  const bool pinned = device_memory.contains(address) && device_memory.host_may_touch(address, 1);
  if (!device_pointer || !(pinned || registered_host(address, 1))) return fail(cudaErrorInvalidValue);
  *device_pointer = host_pointer;
  return cudaSuccess;
}
cudaError_t cudaHostGetFlags(unsigned int* flags, void* pointer) {
  void* same = nullptr;
  if (const cudaError_t error = cudaHostGetDevicePointer(&same, pointer, 0)) return error;
  *flags = cudaHostAllocMapped;
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  if (const cudaError_t error = refuse_in_host_function()) return error;
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  void* const same = const_cast<void*>(pointer);
  *attributes = {cudaMemoryTypeUnregistered, -2, nullptr, same};
  if (device_memory.contains(address) && device_memory.live(address, 1)) {
    const Allocation& found = *device_memory.at_granule(address);
    if (found.kind == AllocationKind::device) *attributes = {cudaMemoryTypeDevice, found.owner, same, nullptr};
    else
      *attributes = {
          found.kind == AllocationKind::managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost, found.owner, same, same};
  } else if (registered_host(address, 1)) {
    *attributes = {cudaMemoryTypeHost, 0, same, same};
  } else if (const Variable* variable = Variables::of_process()->at(address);
      variable && variable->kind != VariableKind::local_static && !hosts_name_at(address)) {
    const bool managed = variable->kind == VariableKind::managed;
    *attributes = {managed ? cudaMemoryTypeManaged : cudaMemoryTypeDevice, 0, same, managed ? same : nullptr};
  }
  return cudaSuccess;
}

// It takes its turn and changes nothing: on a device with concurrent managed access either side may touch the memory at any
// time, wherever it is attached to.
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t, unsigned int) {
  if (const cudaError_t error = check_stream(stream)) return error;
  in_stream(stream, "cudaStreamAttachMemAsync", Until::given, [] {});
  return cudaMemAdvise(pointer, 1, cudaMemAdviseSetPreferredLocation, {cudaMemLocationTypeDevice, 0});
}
// Advice moves nothing here; what it is about must be managed memory, as on the hardware.
cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise, cudaMemLocation) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  const Variable* variable = Variables::of_process()->at(address);
  const bool managed =
      device_memory.contains(address)
          ? device_memory.live(address, bytes) && device_memory.at_granule(address)->kind == AllocationKind::managed
          : variable && variable->kind == VariableKind::managed;
  return managed ? cudaSuccess : fail(cudaErrorInvalidValue);
}
cudaError_t cudaMemPrefetchAsync(
    const void* pointer, std::size_t bytes, cudaMemLocation location, unsigned int, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  in_stream(stream, "cudaMemPrefetchAsync", Until::given, [] {});  // it takes its turn, and touches nothing
  return cudaMemAdvise(pointer, bytes, cudaMemAdviseSetPreferredLocation, location);
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
// Source: CUDA Runtime API reference, the table of cudaMalloc3DArray. Layers and cubes are not looked at.
static bool is_too_large_an_array(const cudaExtent& extent, unsigned int flags) {
  if (flags & (cudaArrayLayered | cudaArrayCubemap)) return false;
  const cudaDeviceProp& device = simulated_device();
  const bool surface = flags & cudaArraySurfaceLoadStore;
  const auto exceeds = [&](const int* most) {
    return extent.width > std::size_t(most[0]) || extent.height > std::size_t(most[1]) ||
           extent.depth > std::size_t(most[2]);
  };
  if (extent.depth)
    return exceeds(surface ? device.maxSurface3D : device.maxTexture3D) && (surface || exceeds(device.maxTexture3DAlt));
  const int line[] = {surface ? device.maxSurface1D : device.maxTexture1D, 0, 0};
  const int* const most = surface ? device.maxSurface2D : device.maxTexture2D;
  const int plane[] = {most[0], most[1], 0};
  return exceeds(extent.height ? plane : line);
}
cudaError_t cudaMalloc3DArray(
    cudaArray_t* array, const cudaChannelFormatDesc* element, cudaExtent extent, unsigned int flags) {
  if (!array || !element || extent.width == 0) return fail(cudaErrorInvalidValue);
  if (flags & ~unsigned(cudaArraySurfaceLoadStore | cudaArrayLayered | cudaArrayCubemap))
    return fail(cudaErrorNotSupported);  // gather
  if ((flags & cudaArrayLayered) && !extent.depth) return fail(cudaErrorInvalidValue);
  if (flags & cudaArrayCubemap && (extent.width != extent.height || extent.depth % 6 || !extent.depth ||
                                      (extent.depth > 6 && !(flags & cudaArrayLayered))))
    return fail(cudaErrorInvalidValue);
  if (is_too_large_an_array(extent, flags)) return fail(cudaErrorInvalidValue);
  auto made =
      new cudaArray{*element, extent, flags, std::size_t(element->x + element->y + element->z + element->w) / 8};
  made->data = static_cast<char*>(std::calloc(made->row_bytes() * made->rows(), made->slices()));
  *array = made;
  handle_made(made, an_array);
  return made->data ? cudaSuccess : fail(cudaErrorMemoryAllocation);
}
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* element, std::size_t width,
    std::size_t height, unsigned int flags) {
  return cudaMalloc3DArray(array, element, {width, height, 0}, flags);
}
cudaError_t cudaFreeArray(cudaArray_t array) {
  if (!array) return cudaSuccess;
  if (!handle_gone(array)) return fail(cudaErrorInvalidResourceHandle);
  if (settings.stream_races_are_checked) {
    const auto begin = reinterpret_cast<std::uint64_t>(array->data);
    check_destroyed(array, "cudaFreeArray frees an array");
    forget_touches_of(begin, array->row_bytes() * array->rows() * array->slices());
  }
  std::free(array->data);
  delete array;
  return cudaSuccess;
}
cudaError_t cudaArrayGetInfo(
    cudaChannelFormatDesc* element, cudaExtent* extent, unsigned int* flags, cudaArray_t array) {
  if (!array) return fail(cudaErrorInvalidValue);
  if (element) *element = array->element;
  if (extent) *extent = array->extent;
  if (flags) *flags = array->flags;
  return cudaSuccess;
}
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* element, cudaArray_const_t array) {
  if (!array || !element) return fail(cudaErrorInvalidValue);
  *element = array->element;
  return cudaSuccess;
}
}
