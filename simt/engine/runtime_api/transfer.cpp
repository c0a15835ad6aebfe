// Copies between the two sides, checked.
#include "simt/engine/runtime_api/transfer.hpp"

#include <cstring>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/runtime_api/calls.hpp"
#include "simt/engine/runtime_api/device.hpp"
#include "simt/engine/memory/host_names.hpp"
#include "simt/openmp/host_access.hpp"

namespace simt {
namespace {

enum class Side { host, device, both };

Side side_of(std::uint64_t address) {
  if (device_memory.contains(address)) {
    const Allocation* found = device_memory.at_granule(address);
    return found && !found->freed && found->on_both_sides() ? Side::both : Side::device;
  }
  // A function's static variable may be the host's or a kernel's.
  if (const Variable* variable = Variables::of_process()->at(address))
    return variable->kind == VariableKind::managed || variable->kind == VariableKind::local_static ? Side::both
           : variable->kind == VariableKind::weak && hosts_name_at(address)                        ? Side::host
                                                                                                   : Side::device;
  return Side::host;
}

// Whether [address, +bytes) may be touched as device memory; says why not.
bool device_range(std::uint64_t address, std::size_t bytes, const char* call, const char* does) {
  const std::string what = std::string(call) + " " + does + " " + std::to_string(bytes) + " bytes";
  if (!device_memory.contains(address)) {
    const bool writes = std::strcmp(does, "writes") == 0;
    const bool copies = std::strstr(call, "Memset") == nullptr;
    if (refuse_hosts_name(reinterpret_cast<void*>(address), what + (writes ? " to" : " from"),
            !copies  ? nullptr
            : writes ? "cudaMemcpyToSymbol"
                     : "cudaMemcpyFromSymbol"))
      return false;
    if (in_device_variable(address, bytes) || registered_host(address, bytes)) return true;
    if (const Variable* variable = Variables::of_process()->at(address))
      report_host(FindingKind::out_of_bounds, what + " from byte " + std::to_string(address - variable->begin) +
                                                  " of the variable " + variable->name + ", which has " +
                                                  std::to_string(variable->bytes));
    else report_host(FindingKind::host_pointer, what + " as device memory at an address that is not device memory");
    return false;
  }
  if (device_memory.live(address, bytes)) return true;
  const Allocation* here = device_memory.at_granule(address);
  if (here && here->freed)
    report_host(FindingKind::use_after_free, what + " of " + name_allocation_of(*here) + " after it was freed");
  else if (here)
    report_host(FindingKind::out_of_bounds, what + " from byte " + std::to_string(address - here->base) + " of " +
                                                name_allocation_of(*here) + ", which has " +
                                                std::to_string(here->bytes));
  else report_host(FindingKind::host_pointer, what + " as device memory at an address that is not device memory");
  return false;
}

// Bytes from the first to the last of a box.
std::size_t span(const Box& box, const cudaExtent& bytes) {
  return (bytes.depth - 1) * box.slice + (bytes.height - 1) * box.pitch + bytes.width;
}

std::uint64_t number(const char* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

}  // namespace

cudaError_t fail(cudaError_t error) {
  set_last_error(error);
  note_error(error);
  return error;
}

void report_host(FindingKind kind, const std::string& message, const char* memory, const std::string& then) {
  Finding finding;
  finding.kind = kind;
  finding.memory = memory;
  finding.message = message;
  finding.where = calling_place();
  finding.message += name_place(finding.where) + then;
  call_is_explained();
  if (kind == FindingKind::unsupported) say_refused(finding.message);
  add_host_finding(finding);
}

bool refuse_hosts_name(const void* address, const std::string& does, const char* instead) {
  const Variable* variable = hosts_name_at(reinterpret_cast<std::uint64_t>(address));
  if (!variable) return false;
  const std::string& name = variable->name;
  report_host(FindingKind::host_pointer, does + " " + name, "global",
      ": in host code " + name + " is the name of a variable of the host's, and no address on the device; " +
          (instead ? "use " + std::string(instead) + " with " + name + ", or get its address from cudaGetSymbolAddress"
                   : "get its address from cudaGetSymbolAddress"));
  return true;
}

cudaError_t copy_box(const Box& to, const Box& from, const cudaExtent& bytes, cudaMemcpyKind kind, const char* call) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return fail(cudaErrorInvalidMemcpyDirection);
  if (bytes.width == 0 || bytes.height == 0 || bytes.depth == 0) return cudaSuccess;
  if ((bytes.height > 1 || bytes.depth > 1) && (to.pitch < bytes.width || from.pitch < bytes.width))
    return fail(cudaErrorInvalidPitchValue);
  const auto device_side = [&](const Box& box, bool told) {
    if (box.in_array || box.in_symbol) return true;
    return kind == cudaMemcpyDefault ? side_of(number(box.at)) == Side::device && !hosts_name_at(number(box.at)) : told;
  };
  const bool into_device = device_side(to, kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice);
  const bool from_device = device_side(from, kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice);
  bool in_vain = false;  // CUDA copies to or from the host's variable of that name, which is nobody's intent
  const auto allowed = [&](const Box& box, bool device, const char* does) {
    if (box.in_array || box.in_symbol) return true;
    if (device || side_of(number(box.at)) == Side::both)
      return device_range(number(box.at), span(box, bytes), call, does);
    if (side_of(number(box.at)) == Side::host) return true;
    const bool writes = &box == &to;
    const std::string what = std::string(call) + " " + does + " " + std::to_string(span(box, bytes)) +
                             " bytes as host memory " + (writes ? "to" : "from");
    if (refuse_hosts_name(box.at, what, writes ? "cudaMemcpyToSymbol" : "cudaMemcpyFromSymbol")) return in_vain = true;
    report_host(FindingKind::host_pointer,
        std::string(call) + " was told a direction that takes a device pointer for host memory");
    return false;
  };
  if (!allowed(to, into_device, "writes") || !allowed(from, from_device, "reads")) return fail(cudaErrorInvalidValue);
  if (in_vain) return cudaSuccess;
  for (std::size_t z = 0; z < bytes.depth; ++z)
    for (std::size_t y = 0; y < bytes.height; ++y) {
      char* target = to.at + z * to.slice + y * to.pitch;
      const char* source = from.at + z * from.slice + y * from.pitch;
      // The host's side is the calling thread's access.
      if (current_host_thread && host_races_are_checked) {
        if (!from_device) note_host_thread_access(number(source), bytes.width, false, calling_site().pc);
        if (!into_device) note_host_thread_access(number(target), bytes.width, true, calling_site().pc);
      }
      std::memmove(target, source, bytes.width);
      if (from_device && !into_device) tell_addresses_in(target, bytes.width);
      if (to.in_array || !into_device) continue;
      if (from_device && !from.in_array && device_memory.contains(number(source)) &&
          device_memory.contains(number(target)))
        device_memory.copy_written(number(target), number(source), bytes.width);
      else device_memory.mark_written(number(target), bytes.width);
    }
  return cudaSuccess;
}

cudaError_t copy_bytes(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, const char* call) {
  return copy_box({static_cast<char*>(to), bytes, bytes}, {static_cast<char*>(const_cast<void*>(from)), bytes, bytes},
      {bytes, 1, 1}, kind, call);
}

cudaError_t set_box(const Box& to, int value, const cudaExtent& bytes, const char* call) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (bytes.width == 0 || bytes.height == 0 || bytes.depth == 0) return cudaSuccess;
  if ((bytes.height > 1 || bytes.depth > 1) && to.pitch < bytes.width) return fail(cudaErrorInvalidPitchValue);
  if (!device_range(number(to.at), span(to, bytes), call, "writes")) return fail(cudaErrorInvalidValue);
  for (std::size_t z = 0; z < bytes.depth; ++z)
    for (std::size_t y = 0; y < bytes.height; ++y) {
      std::memset(to.at + z * to.slice + y * to.pitch, value, bytes.width);
      device_memory.mark_written(number(to.at + z * to.slice + y * to.pitch), bytes.width);
    }
  return cudaSuccess;
}

}  // namespace simt

using namespace simt;

namespace {

Box box(const void* at, std::size_t pitch) { return {static_cast<char*>(const_cast<void*>(at)), pitch, 0}; }

// The part of an array that begins `x` bytes into row `y`; false where the copy would leave it.
bool array_box(const cudaArray* array, const cudaPos& bytes_in, const cudaExtent& bytes, Box& out) {
  if (!array || bytes_in.x + bytes.width > array->row_bytes() || bytes_in.y + bytes.height > array->rows() ||
      bytes_in.z + bytes.depth > array->slices())
    return false;
  const std::size_t pitch = array->row_bytes(), slice = pitch * array->rows();
  out = {array->data + bytes_in.z * slice + bytes_in.y * pitch + bytes_in.x, pitch, slice, true};
  return true;
}

cudaError_t leaves_array(const char* call) {
  report_host(FindingKind::out_of_bounds, std::string(call) + " reaches beyond the array's extent");
  return fail(cudaErrorInvalidValue);
}

// Whether the symbol is a variable of the device and holds the bytes.
cudaError_t check_symbol(const void* symbol, std::size_t bytes, std::size_t offset, const char* call) {
  const auto address = reinterpret_cast<std::uint64_t>(symbol);
  const auto variables = Variables::of_process();
  const Variable* variable = variables->at(address);
  if (!variable || variable->begin != address) return fail(cudaErrorInvalidSymbol);
  if (offset > variable->bytes || bytes > variable->bytes - offset) {
    report_host(FindingKind::out_of_bounds, std::string(call) + " was given " + std::to_string(bytes) +
                                                " bytes from byte " + std::to_string(offset) + " of the variable " +
                                                variable->name + ", which has " + std::to_string(variable->bytes));
    return fail(cudaErrorInvalidValue);
  }
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return copy_bytes(to, from, bytes, kind, "cudaMemcpy");
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return copy_bytes(to, from, bytes, kind, "cudaMemcpyAsync");
}
cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
  return set_box(box(pointer, bytes), value, {bytes, 1, 1}, "cudaMemset");
}
cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return set_box(box(pointer, bytes), value, {bytes, 1, 1}, "cudaMemsetAsync");
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
    std::size_t height, cudaMemcpyKind kind) {
  if (width > to_pitch || width > from_pitch) return fail(cudaErrorInvalidPitchValue);
  return copy_box(box(to, to_pitch), box(from, from_pitch), {width, height, 1}, kind, "cudaMemcpy2D");
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
    std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}
cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  return set_box(box(pointer, pitch), value, {width, height, 1}, "cudaMemset2D");
}
cudaError_t cudaMemset2DAsync(
    void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return cudaMemset2D(pointer, pitch, value, width, height);
}
cudaError_t cudaMemset3D(cudaPitchedPtr pitched, int value, cudaExtent extent) {
  return set_box(
      {static_cast<char*>(pitched.ptr), pitched.pitch, pitched.pitch * pitched.ysize}, value, extent, "cudaMemset3D");
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitched, int value, cudaExtent extent, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return cudaMemset3D(pitched, value, extent);
}

// The extent counts elements where an array takes part, else bytes.
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  if (!p || bool(p->srcArray) == bool(p->srcPtr.ptr) || bool(p->dstArray) == bool(p->dstPtr.ptr))
    return fail(cudaErrorInvalidValue);
  const cudaArray* array = p->srcArray ? p->srcArray : p->dstArray;
  const std::size_t element = array ? array->element_bytes : 1;
  const cudaExtent bytes{p->extent.width * element, p->extent.height, p->extent.depth};
  const auto end = [&](const cudaArray* in, const cudaPos& at, const cudaPitchedPtr& pitched, Box& out) {
    if (in) return array_box(in, {at.x * in->element_bytes, at.y, at.z}, bytes, out);
    const std::size_t slice = pitched.pitch * pitched.ysize;
    out = {static_cast<char*>(pitched.ptr) + at.z * slice + at.y * pitched.pitch + at.x, pitched.pitch, slice};
    return true;
  };
  Box from, to;
  if (!end(p->srcArray, p->srcPos, p->srcPtr, from) || !end(p->dstArray, p->dstPos, p->dstPtr, to))
    return leaves_array("cudaMemcpy3D");
  return copy_box(to, from, bytes, p->kind, "cudaMemcpy3D");
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return cudaMemcpy3D(parameters);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
    std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  Box part;
  if (!array_box(to, {x, y, 0}, {width, height, 1}, part)) return leaves_array("cudaMemcpy2DToArray");
  return copy_box(part, box(from, pitch), {width, height, 1}, kind, "cudaMemcpy2DToArray");
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
    std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return cudaMemcpy2DToArray(to, x, y, from, pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x, std::size_t y,
    std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  Box part;
  if (!array_box(from, {x, y, 0}, {width, height, 1}, part)) return leaves_array("cudaMemcpy2DFromArray");
  return copy_box(box(to, pitch), part, {width, height, 1}, kind, "cudaMemcpy2DFromArray");
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
    std::size_t y, std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return cudaMemcpy2DFromArray(to, pitch, from, x, y, width, height, kind);
}
// These run on over the ends of rows.
cudaError_t cudaMemcpyToArray(
    cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (!to || y * to->row_bytes() + x + bytes > to->row_bytes() * to->rows()) return leaves_array("cudaMemcpyToArray");
  return copy_box(
      {to->data + y * to->row_bytes() + x, bytes, 0, true}, box(from, bytes), {bytes, 1, 1}, kind, "cudaMemcpyToArray");
}
cudaError_t cudaMemcpyFromArray(
    void* to, cudaArray_const_t from, std::size_t x, std::size_t y, std::size_t bytes, cudaMemcpyKind kind) {
  if (!from || y * from->row_bytes() + x + bytes > from->row_bytes() * from->rows())
    return leaves_array("cudaMemcpyFromArray");
  return copy_box(box(to, bytes), {from->data + y * from->row_bytes() + x, bytes, 0, true}, {bytes, 1, 1}, kind,
      "cudaMemcpyFromArray");
}

cudaError_t simt_copy_to_symbol(
    const void* symbol, const void* from, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind) {
  if (const cudaError_t error = check_symbol(symbol, bytes, offset, "cudaMemcpyToSymbol")) return error;
  if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return fail(cudaErrorInvalidMemcpyDirection);
  const Box to{static_cast<char*>(const_cast<void*>(symbol)) + offset, bytes, bytes, false, true};
  return copy_box(
      to, {static_cast<char*>(const_cast<void*>(from)), bytes, bytes}, {bytes, 1, 1}, kind, "cudaMemcpyToSymbol");
}
cudaError_t simt_copy_from_symbol(
    void* to, const void* symbol, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind) {
  if (const cudaError_t error = check_symbol(symbol, bytes, offset, "cudaMemcpyFromSymbol")) return error;
  if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return fail(cudaErrorInvalidMemcpyDirection);
  const Box from{static_cast<char*>(const_cast<void*>(symbol)) + offset, bytes, bytes, false, true};
  return copy_box({static_cast<char*>(to), bytes, bytes}, from, {bytes, 1, 1}, kind, "cudaMemcpyFromSymbol");
}
cudaError_t simt_symbol_address(void** address, const void* symbol) {
  if (const cudaError_t error = check_symbol(symbol, 0, 0, "cudaGetSymbolAddress")) return error;
  *address = const_cast<void*>(symbol);
  tell_address(reinterpret_cast<std::uint64_t>(symbol));
  return cudaSuccess;
}
cudaError_t simt_symbol_size(std::size_t* bytes, const void* symbol) {
  if (const cudaError_t error = check_symbol(symbol, 0, 0, "cudaGetSymbolSize")) return error;
  *bytes = Variables::of_process()->at(reinterpret_cast<std::uint64_t>(symbol))->bytes;
  return cudaSuccess;
}
}
