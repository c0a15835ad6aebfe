// What the guards in front of a submission's stores, calls and jumps keep: they stand in the middle of compiled code, which
// knows nothing of them.
#pragma once

// The registers that a C function may change, rax first: on the stack r11 comes to lie at 0, rax at 64, and what lay on top
// of it at 72.
#define SIMT_KEEP_REGISTERS                                                                                        \
  "  pushq %rax\n  pushq %rcx\n  pushq %rdx\n  pushq %rsi\n  pushq %rdi\n  pushq %r8\n  pushq %r9\n  pushq %r10\n" \
  "  pushq %r11\n  cld\n"
#define SIMT_RESTORE_REGISTERS                                                                                    \
  "  popq %r11\n  popq %r10\n  popq %r9\n  popq %r8\n  popq %rdi\n  popq %rsi\n  popq %rdx\n  popq %rcx\n  popq " \
  "%rax\n"

// Calls a C function that uses vectors, with all sixteen kept, on a stack that is aligned for it.
#define SIMT_CALL_WITH_VECTORS_KEPT(FUNCTION)                                                                        \
  "  pushq %rbx\n  movq %rsp, %rbx\n  andq $-64, %rsp\n  subq $256, %rsp\n"                                          \
  "  movaps %xmm0, (%rsp)\n  movaps %xmm1, 16(%rsp)\n  movaps %xmm2, 32(%rsp)\n  movaps %xmm3, 48(%rsp)\n"           \
  "  movaps %xmm4, 64(%rsp)\n  movaps %xmm5, 80(%rsp)\n  movaps %xmm6, 96(%rsp)\n  movaps %xmm7, 112(%rsp)\n"        \
  "  movaps %xmm8, 128(%rsp)\n  movaps %xmm9, 144(%rsp)\n  movaps %xmm10, 160(%rsp)\n  movaps %xmm11, 176(%rsp)\n"   \
  "  movaps %xmm12, 192(%rsp)\n  movaps %xmm13, 208(%rsp)\n  movaps %xmm14, 224(%rsp)\n  movaps %xmm15, 240(%rsp)\n" \
  "  call " FUNCTION                                                                                                 \
  "\n"                                                                                                               \
  "  movaps (%rsp), %xmm0\n  movaps 16(%rsp), %xmm1\n  movaps 32(%rsp), %xmm2\n  movaps 48(%rsp), %xmm3\n"           \
  "  movaps 64(%rsp), %xmm4\n  movaps 80(%rsp), %xmm5\n  movaps 96(%rsp), %xmm6\n  movaps 112(%rsp), %xmm7\n"        \
  "  movaps 128(%rsp), %xmm8\n  movaps 144(%rsp), %xmm9\n  movaps 160(%rsp), %xmm10\n  movaps 176(%rsp), %xmm11\n"   \
  "  movaps 192(%rsp), %xmm12\n  movaps 208(%rsp), %xmm13\n  movaps 224(%rsp), %xmm14\n  movaps 240(%rsp), %xmm15\n" \
  "  movq %rbx, %rsp\n  popq %rbx\n"

// A function in assembly.
#define SIMT_FUNCTION(NAME, BODY) \
  __asm__(".text\n.globl " NAME "\n.type " NAME ", @function\n" NAME ":\n" BODY "  ret\n.size " NAME ", .-" NAME "\n")
