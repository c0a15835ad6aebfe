// Copies between the two sides, checked.
#include "simt/engine/runtime_api/transfer.hpp"

#include <cstring>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/engine/runtime_api/calls.hpp"
#include "simt/engine/runtime_api/device.hpp"
#include "simt/engine/streams/touched.hpp"
#include "simt/engine/graphs/capture.hpp"
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

std::uint64_t number(const char* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

}  // namespace

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
  if (const Allocation* here = device_memory.at_granule(address);
      here && here->read_only && std::strcmp(does, "writes") == 0)
    report_host(
        FindingKind::read_only, what + " to " + name_allocation_of(*here) + ", which is const and may only be read");
  // Memory that a graph allocates may be named before that, and is looked at when the graph is launched.
  if (device_memory.live(address, bytes) || device_memory.will_be_given(address, bytes, recorders > 0)) return true;
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

std::size_t span(const Box& box, const cudaExtent& bytes) {
  return (bytes.depth - 1) * box.slice + (bytes.height - 1) * box.pitch + bytes.width;
}

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

// What CUDA's rules tell apart.
enum class Memory { device, managed, pinned, pageable };

static Memory memory_of(const Box& box, std::size_t bytes, bool on_device) {
  const std::uint64_t address = number(box.at);
  if (box.in_array || box.in_symbol) return Memory::device;
  if (device_memory.contains(address)) {
    const AllocationKind kind = device_memory.at_granule(address)->kind;
    return kind == AllocationKind::managed  ? Memory::managed
           : kind == AllocationKind::pinned ? Memory::pinned
                                            : Memory::device;
  }
  if (const Variable* variable = Variables::of_process()->at(address))
    if (variable->kind == VariableKind::managed) return Memory::managed;
  if (registered_host(address, bytes)) return Memory::pinned;
  return on_device ? Memory::device : Memory::pageable;
}

// How far a copy has come when its call returns. Source: CUDA Runtime API reference, "API synchronization behavior":
// synchronous ones "from pageable host memory to device memory [return] once the pageable buffer has been copied to the
// staging memory for DMA transfer to device memory, but the DMA to final destination may not have completed", "from device
// memory to device memory, no host-side synchronization is performed", all others are done. Until CUDA 11 it said that
// "transfers involving Unified Memory regions are fully synchronous". Of the others "from any host memory to any host memory"
// is done, those between pageable memory and the device "might be synchronous".
static Until end_of_copy(Memory to, Memory from, bool async) {
  const auto is_host = [](Memory memory) { return memory == Memory::pinned || memory == Memory::pageable; };
  if (is_host(to) && is_host(from)) return Until::done;
  if (async) return Until::given;
  if (to == Memory::device && from == Memory::device) return Until::given;
  return to == Memory::device && from == Memory::pageable ? Until::staged : Until::done;
}

static Transfer transfer_of(Memory to, Memory from, std::uint64_t bytes) {
  using Kind = StreamWork::Kind;
  const auto is_host = [](Memory memory) { return memory == Memory::pinned || memory == Memory::pageable; };
  if (is_host(to) && is_host(from)) return {};
  const Kind kind = is_host(from) ? Kind::copy_in : is_host(to) ? Kind::copy_out : Kind::copy_on_device;
  return {kind, to == Memory::pageable || from == Memory::pageable, bytes};
}

// Those that wait do so in the calling thread's turn.
static void note_in_turn(const Box& box, const cudaExtent& bytes, bool writes) {
  if (!current_host_thread || !host_races_are_checked) return;
  for (std::size_t z = 0; z < bytes.depth; ++z)
    for (std::size_t y = 0; y < bytes.height; ++y)
      note_host_thread_access(number(box.at) + z * box.slice + y * box.pitch, bytes.width, writes, calling_site().pc);
}

// Work that was put off may come too late.
static bool is_still_there(const Box& box, const cudaExtent& bytes) {
  const std::uint64_t address = number(box.at);
  if (box.in_array) return handle_is(box.in_array, "an array");
  return !device_memory.contains(address) || device_memory.live(address, span(box, bytes));
}

bool comes_too_late(const Box& box, const cudaExtent& bytes, const char* does) {
  if (is_still_there(box, bytes)) return false;
  Finding finding;
  finding.kind = FindingKind::use_after_free;
  finding.memory = "global";
  const Operation& late = *current_operation;
  finding.where = late.given_at;
  const Allocation* here = box.in_array ? nullptr : device_memory.at_granule(number(box.at));
  finding.message = late.what + " in " + late.stream_name + " " + does + " " +
                    (here ? name_allocation_of(*here) : "an array") + name_place(finding.where) +
                    ", which was freed before the stream came to it";
  add_host_finding(std::move(finding));
  return true;
}

void touch_box(const Box& box, const cudaExtent& bytes, TouchSite::Does does, bool staged) {
  if (!settings.stream_races_are_checked) return;
  each_row(box, bytes, [&](char* row, std::size_t) { note_touch(number(row), bytes.width, {0, does, false, staged}); });
}

cudaError_t copy_box(
    const Box& to, const Box& from, const cudaExtent& bytes, cudaMemcpyKind kind, const ApiCall& call) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (const cudaError_t error = capture_fault(call.stream)) return fail(error);
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
      return device_range(number(box.at), span(box, bytes), call.name, does);
    const bool writes = &box == &to;
    const std::string what = std::string(call.name) + " " + does + " " + std::to_string(span(box, bytes)) +
                             " bytes as host memory " + (writes ? "to" : "from");
    if (!box.at) report_host(FindingKind::host_pointer, what + " a null pointer");
    if (side_of(number(box.at)) == Side::host) return box.at != nullptr;
    if (refuse_hosts_name(box.at, what, writes ? "cudaMemcpyToSymbol" : "cudaMemcpyFromSymbol")) return in_vain = true;
    report_host(FindingKind::host_pointer,
        std::string(call.name) + " was told a direction that takes a device pointer for host memory");
    return false;
  };
  if (!allowed(to, into_device, "writes") || !allowed(from, from_device, "reads")) return fail(cudaErrorInvalidValue);
  if (in_vain) return cudaSuccess;
  // The host's side is the calling thread's access.
  const bool recorded = is_recorded(call.stream);
  if (!from_device && !recorded) note_in_turn(from, bytes, false);
  if (!into_device && !recorded) note_in_turn(to, bytes, true);

  const std::uint64_t all = std::uint64_t(bytes.width) * bytes.height * bytes.depth;
  const bool reaches_host = !to.in_array && !to.in_symbol && side_of(number(to.at)) != Side::device;
  const bool leaves_device = reaches_host && (from_device || side_of(number(from.at)) != Side::host);
  const auto named = [](const Box& box) {
    return !box.in_array && device_memory.contains(number(box.at)) &&
           !device_memory.at_granule(number(box.at))->name.empty();
  };
  const bool into_named = named(to);
  const auto on_device = [](const Box& box, bool device) { return box.in_array || device; };
  const bool is_one = bytes.height * bytes.depth == 1;
  const bool rearranges = on_device(from, from_device) && on_device(to, into_device) && bytes.width < sector_bytes &&
                          (is_one || from.pitch != bytes.width || to.pitch != bytes.width);
  const Variable* const variable = from_device ? Variables::of_process()->at(number(to.at)) : nullptr;
  const bool into_constant = variable && variable->kind == VariableKind::constant;

  Until until = Until::done;
  // Whether the call may return before that side of it is done; and whether it is as a rule done all the same.
  bool watches_from = false, watches_to = false, staged_from = false, staged_to = false;
  Box source = from;
  Transfer transfer;
  std::shared_ptr<std::vector<char>> staging;
  if (settings.timeline_is_kept || recorded) {
    const Memory target_is = memory_of(to, span(to, bytes), into_device);
    const Memory source_is = memory_of(from, span(from, bytes), from_device);
    until = end_of_copy(target_is, source_is, call.async);
    transfer = transfer_of(target_is, source_is, all);
    watches_from = source_is != Memory::pageable || until == Until::given;
    watches_to = target_is != Memory::pageable || until == Until::given;
    staged_from = source_is == Memory::pageable && !recorded;
    staged_to = (target_is == Memory::pageable && !recorded) || until == Until::staged;
    if (settings.work_is_deferred && staged_to) until = Until::done;
    if (settings.work_is_deferred && staged_from && until == Until::given) {
      staging = std::make_shared<std::vector<char>>(bytes.width * bytes.height * bytes.depth);
      each_row(from, bytes, [&](const char* row, std::size_t nth) {
        std::memcpy(staging->data() + nth * bytes.width, row, bytes.width);
      });
      source = {staging->data(), bytes.width, bytes.width * bytes.height};
    }
  }
  in_stream(
      call.stream, call.name, until,
      [=] {
        if (current_operation && (comes_too_late(to, bytes, "writes") || comes_too_late(source, bytes, "reads")))
          return;
        if (leaves_device) note_copied(&Copied::to_host, all);
        if (into_named) note_copied(&Copied::into_named, all);
        if (rearranges && is_one) note_small_copy(all);
        else if (rearranges) note_copied(&Copied::rearranged, all);
        if (into_constant) note_copied(&Copied::into_constant, all);
        if (watches_from) touch_box(from, bytes, TouchSite::reads, staged_from);
        if (watches_to) touch_box(to, bytes, TouchSite::writes, staged_to);
        each_row(to, bytes, [&](char* target, std::size_t nth) {
          const char* const row = source.at + nth / bytes.height * source.slice + nth % bytes.height * source.pitch;
          std::memmove(target, row, bytes.width);
          if (from_device && !into_device) tell_addresses_in(target, bytes.width);
          if (to.in_array || !into_device) return;
          if (from_device && !from.in_array && device_memory.contains(number(row)) &&
              device_memory.contains(number(target)))
            device_memory.copy_written(number(target), number(row), bytes.width);
          else device_memory.mark_written(number(target), bytes.width);
        });
        (void)staging;
      },
      transfer);
  return sticky_error();
}

cudaError_t copy_bytes(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, const ApiCall& call) {
  return copy_box({static_cast<char*>(to), bytes, bytes}, {static_cast<char*>(const_cast<void*>(from)), bytes, bytes},
      {bytes, 1, 1}, kind, call);
}

// "The synchronous memset functions are asynchronous with respect to the host except when the target is pinned host memory
// or a Unified Memory region, in which case they are fully synchronous. The Async versions are always asynchronous with
// respect to the host." (API synchronization behavior.)
cudaError_t set_rows(const Box& to, const std::vector<char>& value, const cudaExtent& bytes, const ApiCall& call) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (const cudaError_t error = capture_fault(call.stream)) return fail(error);
  if (bytes.width == 0 || bytes.height == 0 || bytes.depth == 0) return cudaSuccess;
  if ((bytes.height > 1 || bytes.depth > 1) && to.pitch < bytes.width) return fail(cudaErrorInvalidPitchValue);
  if (!device_range(number(to.at), span(to, bytes), call.name, "writes")) return fail(cudaErrorInvalidValue);
  const bool waits = settings.timeline_is_kept && !call.async && memory_of(to, span(to, bytes), true) != Memory::device;
  in_stream(call.stream, call.name, waits ? Until::done : Until::given, [=] {
    if (current_operation && comes_too_late(to, bytes, "writes")) return;
    touch_box(to, bytes, TouchSite::writes, false);
    each_row(to, bytes, [&](char* row, std::size_t) {
      if (value.size() == 1) std::memset(row, value.front(), bytes.width);
      else
        for (std::size_t done = 0; done < bytes.width; done += value.size())
          std::memcpy(row + done, value.data(), value.size());
      device_memory.mark_written(number(row), bytes.width);
    });
  });
  return sticky_error();
}

cudaError_t set_box(const Box& to, int value, const cudaExtent& bytes, const ApiCall& call) {
  return set_rows(to, {char(value)}, bytes, call);
}

cudaError_t set_values(void* to, const void* value, std::size_t value_bytes, std::size_t count, const ApiCall& call) {
  const char* const first = static_cast<const char*>(value);
  const std::size_t bytes = value_bytes * count;
  return set_rows({static_cast<char*>(to), bytes, bytes}, {first, first + value_bytes}, {bytes, 1, 1}, call);
}

}  // namespace simt
