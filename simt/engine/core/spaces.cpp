// Which memory an address lies in, and what of it a launch may touch.
#include "simt/engine/core/worker.hpp"
#include "simt/engine/runtime_api/device.hpp"
#include "simt/engine/runtime_api/pools.hpp"

namespace simt {

bool Worker::find_global(AddressRange& window, std::uint64_t address, unsigned bytes) const {
  if (!device_memory.live(address, bytes) || (launch.several_devices && !launch.reaches(address))) return false;
  const Allocation& in = *device_memory.at_granule(address);
  if (in.kind != AllocationKind::heap) window = {in.base, in.bytes};  // a kernel may free that while it runs
  return true;
}

void Worker::keep_for_undo(std::uint64_t address) {
  if (device_memory.contains(address)) {
    if (!copied.hold(address)) launch.undo->keep_page(address);
  } else if (const Variable* variable = launch.variables->at(address)) {
    launch.undo->keep(address, {variable->begin, variable->bytes});
  } else {
    for (const AddressRange& range : launch.registered)
      if (range.holds(address)) return launch.undo->keep(address, range);
  }
}

Space Worker::classify(std::uint64_t address, bool& known, unsigned bytes) const {
  known = true;
  if (device_memory.contains(address)) return Space::global;
  if (shared.at(address, bytes)) return Space::shared;
  if (cluster && cluster->holds(address)) return Space::cluster;
  if (address - current_lane->stack < stack_bytes) return Space::local;
  if (closure.holds(address)) return Space::local;
  if (const Variable* variable = launch.variables->at(address))
    return variable->kind == VariableKind::constant ? Space::constant : Space::global;
  for (const AddressRange& range : launch.registered)
    if (range.holds(address)) return Space::global;
  for (const AddressRange& range : launch.constants)
    if (range.holds(address)) return Space::local;
  known = false;
  return Space::local;
}

bool LaunchState::reaches(std::uint64_t address) const {
  const Allocation& in = *device_memory.at_granule(address);
  return in.on_both_sides() || (in.pool ? may_reach_pool(device, in.pool) : may_reach(device, in.owner));
}

// A variable's end is as strict as an allocation's.
bool LaunchState::holds_whole(std::uint64_t address, unsigned bytes) const {
  const Variable* variable = variables->at(address);
  return !variable || address + bytes <= variable->begin + variable->bytes;
}

}  // namespace simt
