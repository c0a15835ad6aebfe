// What the assembly of a submission calls in front of stores of which the instrumentation does not tell (simt/compiler/
// submission/store_guards.hpp).
#include "simt/engine/core/lane.hpp"
#include "simt/engine/core/worker.hpp"
#include "simt/engine/memory/guard_registers.hpp"
#include "simt/engine/memory/protected.hpp"
#include "simt/engine/runtime_api/device.hpp"

#if defined(__x86_64__)

using namespace simt;

extern "C" {

// Nothing here may touch more than the registers that the code below keeps: no call, no vectors.
__attribute__((target("general-regs-only"), visibility("hidden"), used)) bool simt_store_is_fine(
    std::uint64_t address) {
  if (const Lane* lane = current_lane)
    return address - lane->stack < stack_bytes || address - lane->worker->device_begin < DeviceMemory::reserved_bytes;
  const AddressRange &thread = protected_of_thread, &own = protected_variables[0], &loader = protected_variables[1];
  return thread.bytes && address - thread.begin >= thread.bytes && address - own.begin >= own.bytes &&
         address - loader.begin >= loader.bytes;
}

// The rest: any memory of the kernel's, for host code anything but what is protected.
__attribute__((visibility("hidden"), used)) void simt_store_is_odd(std::uint64_t address, std::uint64_t pc) {
  if (Lane* lane = current_lane) {
    bool known = false;
    lane->worker->classify(address, known, 1);
    if (!known) stop_lane(*lane, {Fault::Kind::out_of_bounds, address, 1, EventKind::store, pc});
  } else if (is_protected(address)) {
    end_at_protected_store(address, 1, pc);
  }
}

void simt_store_guard();
}

// The address comes in rax. All registers and flags stay, those of vectors included.
SIMT_FUNCTION("simt_store_guard", "  pushfq\n" SIMT_KEEP_REGISTERS
                                  "  movq %rax, %rdi\n"
                                  "  call simt_store_is_fine\n"
                                  "  testb %al, %al\n"
                                  "  jne 1f\n"
                                  "  movq 64(%rsp), %rdi\n"
                                  "  movq 80(%rsp), %rsi\n" SIMT_CALL_WITH_VECTORS_KEPT(
                                      "simt_store_is_odd") "1:\n" SIMT_RESTORE_REGISTERS "  popfq\n");

#endif
