// What the assembly of a submission calls in front of loads and stores of which the instrumentation does not tell
// (simt/compiler/submission/store_guards.hpp).
#include <algorithm>

#include "simt/engine/core/lane.hpp"
#include "simt/engine/core/worker.hpp"
#include "simt/engine/memory/guard_registers.hpp"
#include "simt/engine/memory/protected.hpp"
#include "simt/engine/memory/memory.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/engine/runtime_api/device.hpp"
#include "simt/openmp/turns.hpp"

#if defined(__x86_64__)

using namespace simt;

void simt::keep_told(Lane& lane) {
  AddressRange last[Lane::told_kept];
  unsigned count = 0;
  const std::uint64_t* address = lane.next_address;
  for (const std::uint64_t* step = lane.next; step != lane.begin && count < Lane::told_kept;)
    if (const Event event{*--step}; event.is_access()) last[count++] = {*--address & address_bits, event.bytes()};
  std::copy_n(lane.told_before, Lane::told_kept - count, last + count);
  std::copy_n(last, Lane::told_kept, lane.told_before);
}

namespace {

// Whether what was told begins so that the address is in it, or is part of what is moved as a whole.
__attribute__((target("general-regs-only"), always_inline)) inline bool is_in(
    const Lane* lane, std::uint64_t at, std::uint64_t bytes, std::uint64_t address) {
  const AddressRange &read = lane->last_read, &write = lane->last_write;
  if (address - at < bytes) return true;
  return (at - read.begin < read.bytes || at - write.begin < write.bytes) &&
         (address - read.begin < read.bytes || address - write.begin < write.bytes);
}

// Whether a hook has just told of it: of an assignment g++ tells first where it goes to and then where it comes from, and keeps the
// places in its frame where it has no registers for them.
__attribute__((target("general-regs-only"), always_inline)) inline bool is_told(
    const Lane* lane, std::uint64_t address) {
  unsigned seen = 0;
  const std::uint64_t* told = lane->next_address;
  for (const std::uint64_t* step = lane->next; step != lane->begin && seen < Lane::told_kept;) {
    const std::uint64_t kind = *--step >> 48 & 0xff, bytes = *step >> 56;
    if (kind < std::uint64_t(EventKind::load) || kind > std::uint64_t(EventKind::opaque_sample)) continue;
    if (is_in(lane, *--told & address_bits, bytes, address)) return true;
    ++seen;
  }
  for (unsigned before = 0; seen < Lane::told_kept; ++before, ++seen)
    if (is_in(lane, lane->told_before[before].begin, lane->told_before[before].bytes, address)) return true;
  return false;
}

// Where there is memory that both sides reach, host code's accesses are counted: also those of which no hook tells.
__attribute__((target("general-regs-only"), always_inline)) inline void count_untold(
    std::uint64_t address, std::uint64_t times = 1) {
  if (settings.library_calls_count && device_memory.contains(address)) host_accesses += times;
}

}  // namespace

extern "C" {

// Nothing in these three may touch more than the registers that the code below keeps: no call, no vectors.
__attribute__((target("general-regs-only"), visibility("hidden"), used)) bool simt_store_is_fine(
    std::uint64_t address) {
  if (const Lane* lane = current_lane) return address - lane->stack < stack_bytes || is_told(lane, address);
  count_untold(address);
  return protected_of_thread.below.bytes && !is_protected_as_known(address);
}
__attribute__((target("general-regs-only"), visibility("hidden"), used)) bool simt_load_is_fine(std::uint64_t address) {
  const Lane* lane = current_lane;
  if (!lane) count_untold(address);
  return !lane || address - lane->stack < stack_bytes || is_told(lane, address);
}
// Of an instruction that is repeated, as often as the second register says. The other two look at where it begins and ends.
__attribute__((target("general-regs-only"), visibility("hidden"), used)) bool simt_count_repeated(
    std::uint64_t address, std::uint64_t times) {
  if (!current_lane) count_untold(address, times);
  return true;
}

// A byte that says whether a shared variable has been made: hooks are told of it, and it counts for nothing.
static bool says_whether_made(Worker& worker, std::uint64_t address) {
  if (!worker.shared.span.holds(address)) return false;
  AddressRange& window = worker.shared.window(address);
  return !window.holds(address, 1) && worker.shared.find(window, address, 1) && !window.holds(address, 1);
}

// Of a kernel's: what is neither its own nor a table of constants nobody counts, or it is the host's.
static void stop_odd_access(Lane& lane, std::uint64_t address, EventKind kind, std::uint64_t pc) {
  bool known = false;
  const Space space = lane.worker->classify(address, known, 1);
  if (known && (space == Space::local || says_whether_made(*lane.worker, address))) return;
  stop_lane(lane, {known ? Fault::Kind::untold : Fault::Kind::out_of_bounds, address, 1, kind, pc});
}

// The rest; for host code it is anything but what is protected.
__attribute__((visibility("hidden"), used)) void simt_store_is_odd(std::uint64_t address, std::uint64_t pc) {
  if (Lane* lane = current_lane) stop_odd_access(*lane, address, EventKind::store, pc);
  else if (is_protected(address)) end_at_protected_store(address, 1, pc);
}
__attribute__((visibility("hidden"), used)) void simt_load_is_odd(std::uint64_t address, std::uint64_t pc) {
  stop_odd_access(*current_lane, address, EventKind::load, pc);
}

void simt_store_guard();
void simt_load_guard();
void simt_repeat_guard();
}

// The address comes in rax, in rcx how often an instruction is repeated. All registers and flags stay, those of vectors included.
#define SIMT_GUARD(NAME, FINE, ODD)    \
  SIMT_FUNCTION(NAME,                  \
      "  pushfq\n" SIMT_KEEP_REGISTERS \
      "  movq %rax, %rdi\n"            \
      "  movq %rcx, %rsi\n"            \
      "  call " FINE                   \
      "\n  testb %al, %al\n"           \
      "  jne 1f\n"                     \
      "  movq 64(%rsp), %rdi\n"        \
      "  movq 80(%rsp), %rsi\n" SIMT_CALL_WITH_VECTORS_KEPT(ODD) "1:\n" SIMT_RESTORE_REGISTERS "  popfq\n")
SIMT_GUARD("simt_store_guard", "simt_store_is_fine", "simt_store_is_odd");
SIMT_GUARD("simt_load_guard", "simt_load_is_fine", "simt_load_is_odd");
SIMT_GUARD("simt_repeat_guard", "simt_count_repeated", "simt_load_is_odd");
#undef SIMT_GUARD

#else
void simt::keep_told(Lane&) {}  // there are no guards
#endif
