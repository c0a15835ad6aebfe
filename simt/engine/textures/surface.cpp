// Surface objects: kernels read and write the bytes of an array by its rows.
//
// Source: CUDA C++ Programming Guide, "Surface Functions" (what the boundary modes do); PTX ISA, "suld", "sust" (x is a
// byte, aligned to what is moved).
#include <algorithm>
#include <cstring>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/record/record.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/engine/runtime_api/calls.hpp"
#include "simt/engine/textures/objects.hpp"
#include "simt/engine/runtime_api/transfer.hpp"
#include "simt/engine/streams/touched.hpp"
#include "simt/include/simt/texture.h"

namespace simt {
namespace {

ObjectKind surfaces{a_surface, "cudaCreateSurfaceObject"};

struct Surface {
  cudaArray* array = nullptr;
};

// The last byte of a row at which so many begin, the last row, the last slice.
struct Edges {
  long last[3];
  Edges(const cudaArray& array, unsigned bytes)
      : last{long(array.row_bytes()) - long(bytes), long(array.rows()) - 1, long(array.slices()) - 1} {}
  bool hold(const int at[3]) const {
    return std::equal(
        at, at + 3, last, [](int coordinate, long most) { return coordinate >= 0 && coordinate <= most; });
  }
};

cudaError_t make_surface(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource) {
  if (!surface || !resource || resource->resType != cudaResourceTypeArray || !resource->res.array.array)
    return fail(cudaErrorInvalidValue);
  if (!(resource->res.array.array->flags & cudaArraySurfaceLoadStore)) return fail(cudaErrorInvalidValue);
  auto* made = new Surface{resource->res.array.array};
  handle_made(made, a_surface);
  *surface = reinterpret_cast<cudaSurfaceObject_t>(made);
  return cudaSuccess;
}

}  // namespace

// In the order in which simt_surface asks.
Finding explain_surface(const Lane& lane, const Fault& fault) {
  const bool store = fault.access == EventKind::store;
  const std::string thread = name_thread(lane);
  if (!is_object(fault.address, a_surface))
    return explain_object(lane, fault, surfaces, store ? " writes to " : " reads ");
  const cudaArray* array = reinterpret_cast<const Surface*>(fault.address)->array;
  if (!handle_is(array, an_array)) {
    Finding finding = finding_at(FindingKind::use_after_free, lane, fault.pc);
    finding.memory = "global";
    finding.message = thread + (store ? " writes to" : " reads") + " a surface over an array after it was freed" +
                      name_place(finding.where);
    return finding;
  }
  const auto [x, y, z] = fault.at;
  const Edges edges(*array, fault.bytes);
  const bool inside = edges.hold(fault.at);
  Finding finding = finding_at(inside ? FindingKind::misaligned : FindingKind::out_of_bounds, lane, fault.pc);
  finding.memory = "global";
  const std::string access = thread + " " + verb(fault.access) + " " + std::to_string(fault.bytes) + " bytes at byte " +
                             std::to_string(x) + " of ";
  const std::string row =
      "row " + std::to_string(y) + (array->slices() > 1 || z ? " of slice " + std::to_string(z) : "");
  const std::string wide =
      x < 0 || x > edges.last[0] ? ", whose rows have " + std::to_string(array->row_bytes()) + " bytes" : "";
  finding.message =
      access +
      (inside ? "a surface's row, which is not a multiple of " + std::to_string(fault.bytes) +
                    ": x counts bytes, not elements"
              : row + " of a surface of " + name_size({array->extent.width, array->rows(), array->slices()}) + wide) +
      name_place(finding.where);
  return finding;
}

}  // namespace simt

using namespace simt;

extern "C" {

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource) {
  const cudaError_t error = make_surface(surface, resource);
  if (error != cudaSuccess) surfaces.failure = error;
  return error;
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
  if (!surface) return cudaSuccess;
  if (!is_object(surface, a_surface)) return fail(cudaErrorInvalidResourceHandle);
  if (settings.stream_races_are_checked)
    check_destroyed(reinterpret_cast<Surface*>(surface), "cudaDestroySurfaceObject destroys a surface object");
  handle_gone(reinterpret_cast<Surface*>(surface));
  delete reinterpret_cast<Surface*>(surface);
  return cudaSuccess;
}

void simt_surface(
    cudaSurfaceObject_t surface, int, int x, int y, int z, void* value, int bytes, int store, int mode) noexcept {
  Fault fault{.kind = Fault::Kind::surface,
      .address = surface,
      .bytes = unsigned(bytes),
      .access = store ? EventKind::store : EventKind::load,
      .pc = reinterpret_cast<std::uint64_t>(__builtin_return_address(0)),
      .at = {x, y, z}};
  const auto refuse = [&] { stop_lane(*current_lane, fault); };
  if (!is_object(surface, a_surface)) refuse();
  const cudaArray& array = *reinterpret_cast<const Surface*>(surface)->array;
  if (!handle_is(&array, an_array)) refuse();
  const Edges edges(array, fault.bytes);
  if (!edges.hold(fault.at)) {
    if (mode == cudaBoundaryModeTrap) refuse();
    if (mode == cudaBoundaryModeZero) {
      if (!store) std::memset(value, 0, fault.bytes);
      return;
    }
    for (int d = 0; d < 3; ++d) fault.at[d] = int(std::clamp<long>(fault.at[d], 0, edges.last[d]));
  }
  if (fault.at[0] % bytes) refuse();
  current_lane->worker->surface_bytes += fault.bytes;
  char* element = array.data +
                  (std::size_t(fault.at[2]) * array.rows() + std::size_t(fault.at[1])) * array.row_bytes() +
                  std::size_t(fault.at[0]);
  const auto data = reinterpret_cast<std::uint64_t>(array.data), at = reinterpret_cast<std::uint64_t>(element);
  if (Operation* const operation = current_lane->worker->launch.operation) {
    use_handle(*operation, reinterpret_cast<const void*>(surface), fault.pc);
    use_handle(*operation, &array, fault.pc);
    note_touch(*operation, at, fault.bytes, {fault.pc, store ? TouchSite::writes : TouchSite::reads});
  }
  Undo* const undo = current_lane->worker->launch.undo.get();
  if (store && undo) undo->keep(at, {data, array.row_bytes() * array.rows() * array.slices()});
  if (store) std::memcpy(element, value, fault.bytes);
  else std::memcpy(value, element, fault.bytes);
}
}
