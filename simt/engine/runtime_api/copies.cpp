// cudaMemcpy, cudaMemset and their kin: what is given to the transfers of transfer.cpp.
#include "simt/checkers/checkers.hpp"
#include "simt/engine/memory/host_names.hpp"
#include "simt/engine/runtime_api/transfer.hpp"

using namespace simt;

namespace {

Box box(const void* at, std::size_t pitch) { return {static_cast<char*>(const_cast<void*>(at)), pitch, 0}; }

// The part of an array that begins `x` bytes into row `y`; false where the copy would leave it.
bool array_box(const cudaArray* array, const cudaPos& bytes_in, const cudaExtent& bytes, Box& out) {
  if (!array || bytes_in.x + bytes.width > array->row_bytes() || bytes_in.y + bytes.height > array->rows() ||
      bytes_in.z + bytes.depth > array->slices())
    return false;
  const std::size_t pitch = array->row_bytes(), slice = pitch * array->rows();
  out = {array->data + bytes_in.z * slice + bytes_in.y * pitch + bytes_in.x, pitch, slice, array};
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

// What the calls come down to, those with a stream and those without.
cudaError_t copy_rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
    std::size_t height, cudaMemcpyKind kind, const ApiCall& call) {
  if (width > to_pitch || width > from_pitch) return fail(cudaErrorInvalidPitchValue);
  return copy_box(box(to, to_pitch), box(from, from_pitch), {width, height, 1}, kind, call);
}

cudaError_t copy_to_array(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
    std::size_t width, std::size_t height, cudaMemcpyKind kind, const ApiCall& call) {
  Box part;
  if (!array_box(to, {x, y, 0}, {width, height, 1}, part)) return leaves_array(call.name);
  return copy_box(part, box(from, pitch), {width, height, 1}, kind, call);
}
cudaError_t copy_from_array(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x, std::size_t y,
    std::size_t width, std::size_t height, cudaMemcpyKind kind, const ApiCall& call) {
  Box part;
  if (!array_box(from, {x, y, 0}, {width, height, 1}, part)) return leaves_array(call.name);
  return copy_box(box(to, pitch), part, {width, height, 1}, kind, call);
}

Box box_of(const cudaPitchedPtr& pitched) {
  return {static_cast<char*>(pitched.ptr), pitched.pitch, pitched.pitch * pitched.ysize};
}

// The extent counts elements where an array takes part, else bytes.
cudaError_t copy_part(const cudaMemcpy3DParms* p, const ApiCall& call) {
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
    return leaves_array(call.name);
  return copy_box(to, from, bytes, p->kind, call);
}

cudaError_t copy_to_symbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
    cudaMemcpyKind kind, const ApiCall& call) {
  if (const cudaError_t error = check_symbol(symbol, bytes, offset, call.name)) return error;
  if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return fail(cudaErrorInvalidMemcpyDirection);
  const Box to{static_cast<char*>(const_cast<void*>(symbol)) + offset, bytes, bytes, nullptr, true};
  return copy_box(to, box(from, bytes), {bytes, 1, 1}, kind, call);
}
cudaError_t copy_from_symbol(
    void* to, const void* symbol, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind, const ApiCall& call) {
  if (const cudaError_t error = check_symbol(symbol, bytes, offset, call.name)) return error;
  if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return fail(cudaErrorInvalidMemcpyDirection);
  const Box from{static_cast<char*>(const_cast<void*>(symbol)) + offset, bytes, bytes, nullptr, true};
  return copy_box(box(to, bytes), from, {bytes, 1, 1}, kind, call);
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return copy_bytes(to, from, bytes, kind, "cudaMemcpy");
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return copy_bytes(to, from, bytes, kind, {"cudaMemcpyAsync", stream});
}
cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
  return set_box(box(pointer, bytes), value, {bytes, 1, 1}, "cudaMemset");
}
cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return set_box(box(pointer, bytes), value, {bytes, 1, 1}, {"cudaMemsetAsync", stream});
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
    std::size_t height, cudaMemcpyKind kind) {
  return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, "cudaMemcpy2D");
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
    std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, {"cudaMemcpy2DAsync", stream});
}
cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  return set_box(box(pointer, pitch), value, {width, height, 1}, "cudaMemset2D");
}
cudaError_t cudaMemset2DAsync(
    void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return set_box(box(pointer, pitch), value, {width, height, 1}, {"cudaMemset2DAsync", stream});
}
cudaError_t cudaMemset3D(cudaPitchedPtr pitched, int value, cudaExtent extent) {
  return set_box(box_of(pitched), value, extent, "cudaMemset3D");
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitched, int value, cudaExtent extent, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return set_box(box_of(pitched), value, extent, {"cudaMemset3DAsync", stream});
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) { return copy_part(parameters, "cudaMemcpy3D"); }
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return copy_part(parameters, {"cudaMemcpy3DAsync", stream});
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
    std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return copy_to_array(to, x, y, from, pitch, width, height, kind, "cudaMemcpy2DToArray");
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
    std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return copy_to_array(to, x, y, from, pitch, width, height, kind, {"cudaMemcpy2DToArrayAsync", stream});
}
cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x, std::size_t y,
    std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return copy_from_array(to, pitch, from, x, y, width, height, kind, "cudaMemcpy2DFromArray");
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
    std::size_t y, std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return copy_from_array(to, pitch, from, x, y, width, height, kind, {"cudaMemcpy2DFromArrayAsync", stream});
}
// These run on over the ends of rows.
cudaError_t cudaMemcpyToArray(
    cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (!to || y * to->row_bytes() + x + bytes > to->row_bytes() * to->rows()) return leaves_array("cudaMemcpyToArray");
  return copy_box(
      {to->data + y * to->row_bytes() + x, bytes, 0, to}, box(from, bytes), {bytes, 1, 1}, kind, "cudaMemcpyToArray");
}
cudaError_t cudaMemcpyFromArray(
    void* to, cudaArray_const_t from, std::size_t x, std::size_t y, std::size_t bytes, cudaMemcpyKind kind) {
  if (!from || y * from->row_bytes() + x + bytes > from->row_bytes() * from->rows())
    return leaves_array("cudaMemcpyFromArray");
  return copy_box(box(to, bytes), {from->data + y * from->row_bytes() + x, bytes, 0, from}, {bytes, 1, 1}, kind,
      "cudaMemcpyFromArray");
}

cudaError_t simt_copy_to_symbol(
    const void* symbol, const void* from, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind) {
  return copy_to_symbol(symbol, from, bytes, offset, kind, "cudaMemcpyToSymbol");
}
cudaError_t simt_copy_to_symbol_async(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
    cudaMemcpyKind kind, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return copy_to_symbol(symbol, from, bytes, offset, kind, {"cudaMemcpyToSymbolAsync", stream});
}
cudaError_t simt_copy_from_symbol(
    void* to, const void* symbol, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind) {
  return copy_from_symbol(to, symbol, bytes, offset, kind, "cudaMemcpyFromSymbol");
}
cudaError_t simt_copy_from_symbol_async(
    void* to, const void* symbol, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return copy_from_symbol(to, symbol, bytes, offset, kind, {"cudaMemcpyFromSymbolAsync", stream});
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
