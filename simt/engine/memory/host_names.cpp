// The host's side of __device__ and __constant__ variables. In host code the name of one is a variable of the host's, the
// shadow, whose address means nothing on the device. Here one address serves both, so what counts is whether the host was
// told it as one of the device: by cudaGetSymbolAddress, cuModuleGetGlobal, or a kernel that left it in memory.
#include "simt/engine/memory/host_names.hpp"

#include <sys/mman.h>

#include <cstring>
#include <map>
#include <mutex>
#include <set>

#include "simt/engine/memory/memory.hpp"

namespace simt {
namespace {

std::mutex mutex;
std::set<std::uint64_t> told;  // where the variables begin
// Never destroyed: findings are put into words until the program ends.
std::map<std::uint64_t, Variable>& shadows =
    *new std::map<std::uint64_t, Variable>;  // by where the shadow is, with its variable

bool is_told(std::uint64_t begin) {
  const std::lock_guard lock(mutex);
  return told.contains(begin);
}

// Calls with each variable whose address, or one inside, stands in the bytes.
template <typename Each>
void each_address_in(const Variables& variables, std::uint64_t begin, std::uint64_t bytes, Each each) {
  for (std::uint64_t at = (begin + 7) / 8 * 8; at + 8 <= begin + bytes; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, reinterpret_cast<const void*>(at), sizeof word);
    if (const Variable* variable = variables.at(word)) each(*variable, at, word);
  }
}

// Memory of both sides, where a kernel can have left the address without any copy.
bool stands_in_shared_memory(const Variables& variables, std::uint64_t begin) {
  bool found = false;
  const auto look = [&](const Variable& variable, std::uint64_t, std::uint64_t) {
    found = found || variable.begin == begin;
  };
  for (const Allocation& allocation : device_memory.live_allocations())
    if (allocation.on_both_sides()) each_address_in(variables, allocation.base, allocation.bytes, look);
  variables.each_managed(
      [&](const Variable& managed) { each_address_in(variables, managed.begin, managed.bytes, look); });
  return found;
}

// Where a kernel finds what the host's name stands for: nothing that it may touch.
std::uint64_t shadow_of(const Variable& variable) {
  const std::lock_guard lock(mutex);
  for (const auto& [at, of] : shadows)
    if (of.begin == variable.begin && of.bytes == variable.bytes) return at;
  void* const made = mmap(nullptr, variable.bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (made == MAP_FAILED) return 0;
  shadows[reinterpret_cast<std::uint64_t>(made)] = variable;
  return reinterpret_cast<std::uint64_t>(made);
}

}  // namespace

void tell_address(std::uint64_t address) {
  if (const Variable* variable = Variables::of_process()->at(address)) {
    const std::lock_guard lock(mutex);
    told.insert(variable->begin);
  }
}

void tell_addresses_in(const void* from, std::size_t bytes) {
  const auto variables = Variables::of_process();
  if (variables->none()) return;
  each_address_in(*variables, reinterpret_cast<std::uint64_t>(from), bytes,
      [](const Variable& variable, std::uint64_t, std::uint64_t) {
        const std::lock_guard lock(mutex);
        told.insert(variable.begin);
      });
}

const Variable* hosts_name_at(std::uint64_t address) {
  const auto variables = Variables::of_process();
  const Variable* variable = variables->at(address);
  if (!variable || variable->kind == VariableKind::managed || variable->kind == VariableKind::local_static ||
      is_told(variable->begin))
    return nullptr;
  if (!stands_in_shared_memory(*variables, variable->begin)) return variable;
  tell_address(address);
  return nullptr;
}

const Variable* shadow_at(std::uint64_t address) {
  const std::lock_guard lock(mutex);
  auto above = shadows.upper_bound(address);
  return above != shadows.begin() && (--above, address - above->first < above->second.bytes) ? &above->second : nullptr;
}

HiddenArguments::HiddenArguments(const void* arguments, std::size_t bytes) {
  const auto variables = Variables::of_process();
  if (variables->none()) return;
  each_address_in(*variables, reinterpret_cast<std::uint64_t>(arguments), bytes,
      [&](const Variable& variable, std::uint64_t at, std::uint64_t word) {
        if (!hosts_name_at(word)) return;
        const std::uint64_t instead = shadow_of(variable);
        if (!instead) return;
        was_.emplace_back(at, word);
        put(at, instead + (word - variable.begin));
      });
}
HiddenArguments::~HiddenArguments() {
  for (const auto& [at, word] : was_) put(at, word);
}
void HiddenArguments::put(std::uint64_t at, std::uint64_t word) {
  std::memcpy(reinterpret_cast<void*>(at), &word, sizeof word);
}

}  // namespace simt
