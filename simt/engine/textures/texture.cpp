// Texture objects: where a coordinate lands, and how neighbours are weighed.
//
// Source: CUDA C++ Programming Guide, "Texture Fetching": linear filtering works with weights of 9 bits, 8 of them
// behind the point; checked against an H200 (tests/simt/programs/textures.cu).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/engine/runtime_api/calls.hpp"
#include "simt/engine/textures/objects.hpp"
#include "simt/engine/runtime_api/transfer.hpp"
#include "simt/engine/streams/touched.hpp"
#include "simt/include/simt/texture.h"

namespace simt {
namespace {

struct Texture {
  cudaResourceDesc resource;
  cudaTextureDesc how;
  cudaChannelFormatDesc element;
  const char* data = nullptr;
  std::size_t size[3] = {1, 1, 1};  // in elements
  std::size_t pitch = 0, slice = 0, bytes = 0;
  int element_bytes = 0;
};

int channels(const cudaChannelFormatDesc& e) { return (e.x > 0) + (e.y > 0) + (e.z > 0) + (e.w > 0); }

ObjectKind textures{a_texture, "cudaCreateTextureObject"};

[[gnu::noinline]] void refuse(std::uint64_t object, std::uint64_t pc) {
  if (current_lane) stop_lane(*current_lane, {.kind = Fault::Kind::texture, .address = object, .pc = pc});
}

bool over_array(const Texture& texture) { return texture.resource.resType == cudaResourceTypeArray; }

// Its resource must be there, all of it, when it is read.
[[gnu::noinline]] void check_alive(const Texture& texture, std::uint64_t pc) {
  const auto address = reinterpret_cast<std::uint64_t>(texture.data);
  if (!current_lane) return;
  const LaunchState& launch = current_lane->worker->launch;
  if (Operation* const operation = launch.operation) {
    use_handle(*operation, &texture, pc);
    if (over_array(texture)) use_handle(*operation, texture.resource.res.array.array, pc);
  }
  if (over_array(texture)) {
    if (!handle_is(texture.resource.res.array.array, an_array)) refuse(reinterpret_cast<std::uint64_t>(&texture), pc);
    return;
  }
  if (device_memory.contains(address) ? !device_memory.live(address, texture.bytes)
                                      : !launch.variables->in_one(address, texture.bytes))
    refuse(reinterpret_cast<std::uint64_t>(&texture), pc);
}

std::uint32_t as_bits(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
float as_float(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// A channel of `bits` bits as an integer, or as a fraction of the greatest.
std::uint32_t channel(const char* at, int bits, cudaChannelFormatKind kind, bool normalized) {
  std::uint32_t raw = 0;
  std::memcpy(&raw, at, std::size_t(bits / 8));
  if (bits == 32 || kind == cudaChannelFormatKindFloat) return raw;
  const int value =
      kind == cudaChannelFormatKindSigned ? (bits == 8 ? int(std::int8_t(raw)) : int(std::int16_t(raw))) : int(raw);
  if (!normalized) return std::uint32_t(value);
  if (kind == cudaChannelFormatKindUnsigned) return as_bits(float(value) / float((1 << bits) - 1));
  return as_bits(std::max(-1.0f, float(value) / float((1 << (bits - 1)) - 1)));
}

Texel read_element(const Texture& texture, std::size_t x, std::size_t y, std::size_t z, std::uint64_t pc) {
  const char* at = texture.data + z * texture.slice + y * texture.pitch + x * std::size_t(texture.element_bytes);
  const cudaChannelFormatDesc& e = texture.element;
  const int bits[] = {e.x, e.y, e.z, e.w};
  Texel texel{};
  if (current_lane && current_lane->worker->launch.operation)
    note_touch(*current_lane->worker->launch.operation, reinterpret_cast<std::uint64_t>(at),
        std::uint64_t(texture.element_bytes), {.pc = pc});
  for (int i = 0; i < channels(e); ++i) {
    texel.word[i] = channel(at, bits[i], e.f, texture.how.readMode == cudaReadModeNormalizedFloat);
    at += bits[i] / 8;
  }
  return texel;
}

// The element that index `i` of `size` stands for; -1 for the border.
long resolve(long i, long size, cudaTextureAddressMode mode) {
  if (i >= 0 && i < size) return i;
  switch (mode) {
    case cudaAddressModeWrap:
      return ((i % size) + size) % size;
    case cudaAddressModeMirror: {
      const long period = ((i % (2 * size)) + 2 * size) % (2 * size);
      return period < size ? period : 2 * size - 1 - period;
    }
    case cudaAddressModeBorder:
      return -1;
    default:
      return std::clamp<long>(i, 0, size - 1);
  }
}

// Wrap and mirror are for normalized coordinates only; otherwise they clamp.
cudaTextureAddressMode mode_of(const Texture& texture, int d) {
  const cudaTextureAddressMode mode = texture.how.addressMode[d];
  return !texture.how.normalizedCoords && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror)
             ? cudaAddressModeClamp
             : mode;
}

// Where an element lies. Of one outside of the texture: the nearest, which the hardware looks up for a border as well
// (data/simt, program texture).
std::uint64_t address_of(const Texture& texture, const long index[3], bool& inside) {
  std::size_t at[3];
  for (int d = 0; d < 3; ++d) {
    const long size = long(texture.size[d]), found = resolve(index[d], size, mode_of(texture, d));
    inside &= found >= 0;
    at[d] = std::size_t(found >= 0 ? found : std::clamp<long>(index[d], 0, size - 1));
  }
  return reinterpret_cast<std::uint64_t>(texture.data) + at[2] * texture.slice + at[1] * texture.pitch +
         at[0] * std::size_t(texture.element_bytes);
}

// In which bytes the texels of an array lie only the hardware knows; those that are weighed against each other are several.
void note_sample(const Texture& texture, const long index[3], std::uint64_t pc) {
  const bool opaque = over_array(texture) || texture.how.filterMode == cudaFilterModeLinear;
  bool inside = !opaque;
  const std::uint64_t address = opaque ? 0 : address_of(texture, index, inside);
  note_fetch(*current_lane, address, unsigned(texture.element_bytes),
      opaque ? EventKind::opaque_sample : EventKind::sample, inside, pc);
}

Texel element_at(const Texture& texture, const long index[3], std::uint64_t pc) {
  std::size_t at[3] = {0, 0, 0};
  for (int d = 0; d < 3; ++d) {
    const long found = resolve(index[d], long(texture.size[d]), mode_of(texture, d));
    if (found < 0) {
      Texel border;
      for (int i = 0; i < 4; ++i) border.word[i] = as_bits(texture.how.borderColor[i]);
      return border;
    }
    at[d] = std::size_t(found);
  }
  return read_element(texture, at[0], at[1], at[2], pc);
}

// The corners' shares in 256ths; bit d of a corner's number says that it is the upper one along d. They are products of
// the three weights, each rounded as it is made, in the order z, x, y; ties go up for the upper neighbour along x and
// down for the lower. Found by asking an H200 for the shares of 18,000 places; not one differs.
void weigh(int dimensions, const int weight[3], int shares[8]) {
  const auto [x, y, z] = std::array{weight[0], weight[1], weight[2]};
  const int above = dimensions > 2 ? z : 0;
  for (int k = 0; k < 2; ++k) {
    const int slice = k ? above : 256 - above;
    const int right = (slice * x + 128) / 256, left = slice - right;
    const int right_up = (right * y + 128) / 256, left_up = (left * y + 127) / 256;
    const int all[] = {left - left_up, right - right_up, left_up, right_up};
    std::copy(all, all + 4, shares + 4 * k);
  }
}

// Of a texture with layers in one of these, which is behind the last dimension of three; a layer that there is not is the last
// one, below 0 as well (seen on an H200).
Texel sample(const Texture& texture, int dimensions, const float coordinate[3], std::uint64_t pc, long layer = 0) {
  long low[3] = {0, 0, layer < 0 ? long(texture.size[2]) - 1 : std::min(layer, long(texture.size[2]) - 1)};
  int weight[3] = {0, 0, 0};  // of the upper neighbour, in 256ths
  const bool linear = texture.how.filterMode == cudaFilterModeLinear;
  for (int d = 0; d < dimensions; ++d) {
    double at = double(coordinate[d]) * (texture.how.normalizedCoords ? double(texture.size[d]) : 1.0);
    if (!std::isfinite(at)) at = 0;
    if (linear) {
      // Fixed point with 8 bits behind the point, before the whole part is taken off.
      at = std::floor((at - 0.5) * 256 + 0.5) / 256;
      // Clamped before it is weighed: past an edge there is nothing to mix.
      if (mode_of(texture, d) == cudaAddressModeClamp) at = std::clamp(at, 0.0, double(texture.size[d] - 1));
      weight[d] = int((at - std::floor(at)) * 256);
    }
    low[d] = long(std::floor(at));
  }
  if (current_lane) note_sample(texture, low, pc);
  if (!linear) return element_at(texture, low, pc);
  int shares[8];
  weigh(dimensions, weight, shares);
  float sum[4] = {0, 0, 0, 0};
  for (int corner = 0; corner < 1 << dimensions; ++corner) {
    if (shares[corner] == 0) continue;
    const long index[3] = {low[0] + (corner & 1), low[1] + (corner >> 1 & 1), low[2] + (corner >> 2)};
    const Texel texel = element_at(texture, index, pc);
    for (int i = 0; i < 4; ++i) sum[i] += float(shares[corner]) / 256 * as_float(texel.word[i]);
  }
  // Fractions without a sign come out with 16 bits (seen on the H200).
  if (texture.how.readMode == cudaReadModeNormalizedFloat && texture.element.f == cudaChannelFormatKindUnsigned)
    for (float& value : sum) value = std::floor(value * 65535 + 0.5f) / 65535;
  Texel out;
  for (int i = 0; i < 4; ++i) out.word[i] = as_bits(sum[i]);
  return out;
}

// Which of a cube's six faces a direction goes through, and where. Source: CUDA C++ Programming Guide, "Cubemap Textures".
int face_of(float x, float y, float z, float (&place)[3]) {
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  float s = 0, t = 0, m = 0;
  int face = 0;
  if (ax >= ay && ax >= az) face = x < 0, m = ax, s = x < 0 ? z : -z, t = -y;
  else if (ay >= az) face = 2 + (y < 0), m = ay, s = x, t = y < 0 ? -z : z;
  else face = 4 + (z < 0), m = az, s = z < 0 ? -x : x, t = -y;
  place[0] = (s / m + 1) / 2;
  place[1] = (t / m + 1) / 2;
  return face;
}

}  // namespace

std::size_t live_textures() {
  const std::vector<Handle> all = live_handles();
  return std::size_t(
      std::count_if(all.begin(), all.end(), [](const Handle& handle) { return handle.what == a_texture; }));
}

Finding explain_texture(const Lane& lane, const Fault& fault) {
  if (!is_object(fault.address, a_texture)) return explain_object(lane, fault, textures, " reads ");
  Finding finding = finding_at(FindingKind::out_of_bounds, lane, fault.pc);
  finding.memory = "global";
  const std::string place = name_place(finding.where);
  const Texture& texture = *reinterpret_cast<const Texture*>(fault.address);
  const auto address = reinterpret_cast<std::uint64_t>(texture.data);
  const bool rows = texture.resource.resType == cudaResourceTypePitch2D;
  const std::string size = "a texture of " + name_size(texture.size);
  const std::string needs = name_thread(lane) + " reads " + size + ", " +
                            (rows ? "whose " + std::to_string(texture.size[1]) + " rows take " : "which take ") +
                            std::to_string(texture.bytes) + " bytes from byte ";
  const auto has = [&](std::uint64_t begin, const std::string& name, std::uint64_t bytes) {
    return needs + std::to_string(address - begin) + " of " + name + ", which has " + std::to_string(bytes) + place;
  };
  const Allocation* here = device_memory.contains(address) ? device_memory.at_granule(address) : nullptr;
  if (over_array(texture)) {
    finding.kind = FindingKind::use_after_free;
    finding.message = name_thread(lane) + " reads " + size + " over an array after it was freed" + place;
  } else if (here && here->freed) {
    finding.kind = FindingKind::use_after_free;
    finding.message =
        name_thread(lane) + " reads " + size + " over " + name_allocation_of(*here) + " after it was freed" + place;
  } else if (here) {
    finding.message = has(here->base, name_allocation_of(*here), here->bytes);
  } else if (const Variable* variable = Variables::of_process()->at(address)) {
    finding.message = has(variable->begin, "the variable " + variable->name, variable->bytes);
  } else {
    finding.kind = FindingKind::host_pointer;
    finding.message = name_thread(lane) + " reads " + size + " over a pointer that is not device memory" + place;
  }
  return finding;
}
}  // namespace simt

using namespace simt;

static cudaError_t make_texture(cudaTextureObject_t* object, const cudaResourceDesc* resource,
    const cudaTextureDesc* how, const cudaResourceViewDesc* view) {
  if (!object || !resource || !how) return fail(cudaErrorInvalidValue);
  if (view || how->sRGB || resource->resType == cudaResourceTypeMipmappedArray) return fail(cudaErrorNotSupported);
  Texture texture{*resource, *how, {}};
  if (resource->resType == cudaResourceTypeArray) {
    const cudaArray* array = resource->res.array.array;
    if (!array) return fail(cudaErrorInvalidValue);
    texture.element = array->element;
    texture.data = array->data;
    texture.size[0] = array->extent.width;
    texture.size[1] = array->rows();
    texture.size[2] = array->slices();
    texture.pitch = array->row_bytes();
    texture.slice = texture.pitch * array->rows();
  } else if (resource->resType == cudaResourceTypeLinear) {
    texture.element = resource->res.linear.desc;
    texture.data = static_cast<const char*>(resource->res.linear.devPtr);
    texture.bytes = resource->res.linear.sizeInBytes;
  } else {
    const auto& pitched = resource->res.pitch2D;
    texture.element = pitched.desc;
    texture.data = static_cast<const char*>(pitched.devPtr);
    texture.size[0] = pitched.width;
    texture.size[1] = pitched.height;
    texture.pitch = pitched.pitchInBytes;
    if (pitched.pitchInBytes % simulated_device().texturePitchAlignment) return fail(cudaErrorInvalidValue);
    if (pitched.width > 131072 || pitched.height > 65000 || pitched.pitchInBytes > 2097120)
      return fail(cudaErrorInvalidValue);  // maxTexture2DLinear
  }
  const cudaChannelFormatDesc& e = texture.element;
  texture.element_bytes = (e.x + e.y + e.z + e.w) / 8;
  if (!texture.data || texture.element_bytes == 0) return fail(cudaErrorInvalidValue);
  // The last row ends with its elements, not with its pitch.
  if (resource->resType == cudaResourceTypePitch2D && texture.size[1] > 0)
    texture.bytes = (texture.size[1] - 1) * texture.pitch + texture.size[0] * std::size_t(texture.element_bytes);
  if (resource->resType != cudaResourceTypeArray &&
      refuse_hosts_name(
          texture.data, "cudaCreateTextureObject reads " + std::to_string(texture.bytes) + " bytes from", nullptr))
    return fail(cudaErrorInvalidValue);
  if (resource->resType == cudaResourceTypeLinear) texture.size[0] = texture.bytes / std::size_t(texture.element_bytes);
  // Integers cannot be weighed, and 32-bit integers are no fractions.
  const bool is_float = e.f == cudaChannelFormatKindFloat || how->readMode == cudaReadModeNormalizedFloat;
  if (how->filterMode == cudaFilterModeLinear && !is_float) return fail(cudaErrorInvalidValue);
  if (how->readMode == cudaReadModeNormalizedFloat && e.f != cudaChannelFormatKindFloat && e.x == 32)
    return fail(cudaErrorInvalidValue);
  auto* made = new Texture(texture);
  handle_made(made, a_texture);
  *object = reinterpret_cast<cudaTextureObject_t>(made);
  return cudaSuccess;
}

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
    const cudaTextureDesc* how, const cudaResourceViewDesc* view) {
  const cudaError_t error = make_texture(object, resource, how, view);
  if (error != cudaSuccess) textures.failure = error;
  return error;
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  if (!object) return cudaSuccess;
  if (!is_object(object, a_texture)) return fail(cudaErrorInvalidResourceHandle);
  if (settings.stream_races_are_checked)
    check_destroyed(reinterpret_cast<Texture*>(object), "cudaDestroyTextureObject destroys a texture object");
  handle_gone(reinterpret_cast<Texture*>(object));
  delete reinterpret_cast<Texture*>(object);
  return cudaSuccess;
}
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t object) {
  if (!resource || !is_object(object, a_texture)) return fail(cudaErrorInvalidValue);
  *resource = reinterpret_cast<const Texture*>(object)->resource;
  return cudaSuccess;
}
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* how, cudaTextureObject_t object) {
  if (!how || !is_object(object, a_texture)) return fail(cudaErrorInvalidValue);
  *how = reinterpret_cast<const Texture*>(object)->how;
  return cudaSuccess;
}

Texel simt_fetch(cudaTextureObject_t object, int index) noexcept {
  const auto pc = reinterpret_cast<std::uint64_t>(__builtin_return_address(0));
  if (!is_object(object, a_texture)) refuse(object, pc);
  const auto& texture = *reinterpret_cast<const Texture*>(object);
  check_alive(texture, pc);
  const bool inside = index >= 0 && std::size_t(index) < texture.size[0];
  if (current_lane) {
    const std::size_t nearest = inside ? std::size_t(index) : index < 0 ? 0 : texture.size[0] - 1;
    note_fetch(*current_lane,
        reinterpret_cast<std::uint64_t>(texture.data) + nearest * std::size_t(texture.element_bytes),
        unsigned(texture.element_bytes), EventKind::fetch, inside, pc);
  }
  if (!inside) return {};
  return read_element(texture, std::size_t(index), 0, 0, pc);
}
Texel simt_sample(cudaTextureObject_t object, int dimensions, float x, float y, float z) noexcept {
  const auto pc = reinterpret_cast<std::uint64_t>(__builtin_return_address(0));
  if (!is_object(object, a_texture)) refuse(object, pc);
  const auto& texture = *reinterpret_cast<const Texture*>(object);
  check_alive(texture, pc);
  // A one-dimensional array is a row of a two-dimensional one, sampled at its upper edge: with a border and the linear
  // filter the row above takes half (seen on the H200).
  const bool row = dimensions == 1 && over_array(texture);
  const float coordinate[3] = {x, y, z};
  return sample(texture, row ? 2 : dimensions, coordinate, pc);
}
Texel simt_sample_layer(cudaTextureObject_t object, int dimensions, float x, float y, float z, int layer) noexcept {
  const auto pc = reinterpret_cast<std::uint64_t>(__builtin_return_address(0));
  if (!is_object(object, a_texture)) refuse(object, pc);
  const auto& texture = *reinterpret_cast<const Texture*>(object);
  check_alive(texture, pc);
  float place[3] = {x, y, 0};
  if (dimensions < 3) return sample(texture, dimensions, place, pc, layer);
  const int face = face_of(x, y, z, place);
  return sample(texture, 2, place, pc, 6L * layer + face);
}
}
