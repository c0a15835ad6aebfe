// What the assembly of a submission calls in front of stores of which the instrumentation does not tell (simt/compiler/
// submission/store_guards.hpp).
#include "simt/engine/core/lane.hpp"
#include "simt/engine/core/worker.hpp"
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
__asm__(R"(
.text
.globl simt_store_guard
.type simt_store_guard, @function
simt_store_guard:
  pushfq
  pushq %rcx
  pushq %rdx
  pushq %rsi
  pushq %rdi
  pushq %r8
  pushq %r9
  pushq %r10
  pushq %r11
  pushq %rax
  movq %rax, %rdi
  cld
  call simt_store_is_fine
  testb %al, %al
  jne 1f
  movq (%rsp), %rdi
  movq 80(%rsp), %rsi
  pushq %rbx
  movq %rsp, %rbx
  andq $-64, %rsp
  subq $256, %rsp
  movaps %xmm0, (%rsp)
  movaps %xmm1, 16(%rsp)
  movaps %xmm2, 32(%rsp)
  movaps %xmm3, 48(%rsp)
  movaps %xmm4, 64(%rsp)
  movaps %xmm5, 80(%rsp)
  movaps %xmm6, 96(%rsp)
  movaps %xmm7, 112(%rsp)
  movaps %xmm8, 128(%rsp)
  movaps %xmm9, 144(%rsp)
  movaps %xmm10, 160(%rsp)
  movaps %xmm11, 176(%rsp)
  movaps %xmm12, 192(%rsp)
  movaps %xmm13, 208(%rsp)
  movaps %xmm14, 224(%rsp)
  movaps %xmm15, 240(%rsp)
  call simt_store_is_odd
  movaps (%rsp), %xmm0
  movaps 16(%rsp), %xmm1
  movaps 32(%rsp), %xmm2
  movaps 48(%rsp), %xmm3
  movaps 64(%rsp), %xmm4
  movaps 80(%rsp), %xmm5
  movaps 96(%rsp), %xmm6
  movaps 112(%rsp), %xmm7
  movaps 128(%rsp), %xmm8
  movaps 144(%rsp), %xmm9
  movaps 160(%rsp), %xmm10
  movaps 176(%rsp), %xmm11
  movaps 192(%rsp), %xmm12
  movaps 208(%rsp), %xmm13
  movaps 224(%rsp), %xmm14
  movaps 240(%rsp), %xmm15
  movq %rbx, %rsp
  popq %rbx
1:
  popq %rax
  popq %r11
  popq %r10
  popq %r9
  popq %r8
  popq %rdi
  popq %rsi
  popq %rdx
  popq %rcx
  popfq
  ret
.size simt_store_guard, .-simt_store_guard
)");

#endif
