// What the assembly of a submission calls in front of calls of libraries (simt/compiler/submission/call_guards.hpp).
#include "simt/engine/core/lane.hpp"
#include "simt/engine/core/worker.hpp"
#include "simt/engine/memory/protected.hpp"

#if defined(__x86_64__)

using namespace simt;

extern "C" {

// Nothing in these two may touch more than the registers that the code below keeps: no call, no vectors. `arguments` are the
// first four that come in registers; the function that is called has `count` of them or more.
__attribute__((target("general-regs-only"), visibility("hidden"), used)) bool simt_call_is_the_hosts(
    const std::uint64_t* arguments, unsigned count) {
  if (current_lane) return false;
  for (unsigned i = 0; i < count; ++i)
    if (is_protected_as_known(arguments[i])) return false;
  return true;
}
__attribute__((target("general-regs-only"), visibility("hidden"), used)) bool simt_pointer_is_fine(
    const std::uint64_t* arguments, unsigned) {
  const Lane* lane = current_lane;
  return !lane || arguments[0] - lane->stack < stack_bytes;
}

__attribute__((visibility("hidden"), used)) void simt_end_at_call(std::uint64_t pc) {
  if (!current_lane) end_at_protected_argument(pc);
  stop_lane(
      *current_lane, {.kind = Fault::Kind::trap, .pc = pc, .text = "a library's function that is the host's alone"});
}
__attribute__((visibility("hidden"), used)) void simt_end_at_pointer(std::uint64_t pc) {
  stop_lane(*current_lane,
      {.kind = Fault::Kind::trap,
          .pc = pc,
          .text = "a library's function that is to store where nobody counts it; let it store to a local variable"});
}

void simt_call_guard();
void simt_call_guard_1();
void simt_call_guard_2();
void simt_call_guard_3();
void simt_call_guard_4();
void simt_pointer_guard();
}

// All registers stay, but for flags, which no call keeps.
__asm__(R"(
.text
.macro simt_guard name, fine, end, count
.globl \name
.type \name, @function
\name:
  pushq %rax
  pushq %rcx
  pushq %rdx
  pushq %rsi
  pushq %rdi
  pushq %r8
  pushq %r9
  pushq %r10
  pushq %r11
  cld
  leaq 32(%rsp), %rdi
  movl $\count, %esi
  call \fine
  testb %al, %al
  jne 1f
  movq 72(%rsp), %rdi
  andq $-64, %rsp
  call \end
1:
  popq %r11
  popq %r10
  popq %r9
  popq %r8
  popq %rdi
  popq %rsi
  popq %rdx
  popq %rcx
  popq %rax
  ret
.size \name, .-\name
.endm
simt_guard simt_call_guard, simt_call_is_the_hosts, simt_end_at_call, 0
simt_guard simt_call_guard_1, simt_call_is_the_hosts, simt_end_at_call, 1
simt_guard simt_call_guard_2, simt_call_is_the_hosts, simt_end_at_call, 2
simt_guard simt_call_guard_3, simt_call_is_the_hosts, simt_end_at_call, 3
simt_guard simt_call_guard_4, simt_call_is_the_hosts, simt_end_at_call, 4
simt_guard simt_pointer_guard, simt_pointer_is_fine, simt_end_at_pointer, 1
.purgem simt_guard
)");

#endif
