// Integer division by zero in a kernel: a GPU gives an unspecified result and goes on, where x86 raises a signal.
//
// The signal's handler notes a finding, puts down what an H200 gives in code that is not optimised (all bits one) and goes on behind the instruction.
// The same signal stands for the one quotient that does not fit, INT_MIN / -1: there the result wraps, and nothing is said.
// A signal takes microseconds, so simtcc puts a guard in front of divisions (compiler/divisions.cpp), whose call does the same;
// what it does not guard, divisions of 1 and 2 bytes and what does not fit, is the handler's.
// ARM divides by zero without a word and gives zero. There simtcc puts a trap in front of every division
// (compiler/divisions.cpp), and what is found and what comes of it is the same.
#include <signal.h>
#include <ucontext.h>

#include <cstring>
#include <mutex>

#if defined(__x86_64__)
#include <capstone/capstone.h>
#endif

#include "simt/checkers/checkers.hpp"
#include "simt/compiler/divisions.hpp"
#include "simt/engine/core/worker.hpp"
#include "simt/engine/platform/signals.hpp"

namespace simt {
namespace {

struct sigaction trap_before;

// `at` is the address of the instruction.
void note_division_by_zero(Lane& lane, std::uint64_t at) {
  const std::uint64_t pc = at + 1;  // the place is looked up just before it, as of a return address
  lane.worker->remarks.add(pc, [&lane, pc] {
    Finding finding = finding_at(FindingKind::division_by_zero, lane, pc);
    finding.message = name_thread(lane) + " divides an integer by zero, or takes the remainder" +
                      name_place(finding.where) + ": a GPU goes on with an unspecified result";
    return finding;
  });
}

#if defined(__x86_64__)

constexpr int division_signal = SIGFPE;

// A `div` or `idiv`.
struct Division {
  const std::uint8_t* end = nullptr;  // of the instruction; null: it is another one
  unsigned bytes = 4;                 // of the divisor
  std::uint64_t divisor = 0;
};

// The registers by their places in a signal's context, in all widths; of ah, ch, dh and bh the second byte counts.
struct Register {
  int place;
  x86_reg names[5];
};
constexpr Register all_registers[] = {
    {REG_RAX, {X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL, X86_REG_AH}},
    {REG_RBX, {X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL, X86_REG_BH}},
    {REG_RCX, {X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL, X86_REG_CH}},
    {REG_RDX, {X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL, X86_REG_DH}},
    {REG_RSI, {X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL}},
    {REG_RDI, {X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL}},
    {REG_RBP, {X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL}},
    {REG_RSP, {X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL}},
    {REG_R8, {X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B}},
    {REG_R9, {X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B}},
    {REG_R10, {X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B}},
    {REG_R11, {X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B}},
    {REG_R12, {X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B}},
    {REG_R13, {X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B}},
    {REG_R14, {X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B}},
    {REG_R15, {X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B}},
    {REG_RIP, {X86_REG_RIP}},
};

// 0 for one that is not there, as the index of an address that has none.
std::uint64_t value_of(x86_reg name, const greg_t* registers) {
  for (const Register& each : all_registers)
    if (name != X86_REG_INVALID)
      for (const x86_reg& known : each.names)
        if (known == name) return std::uint64_t(registers[each.place]) >> (&known == &each.names[4] ? 8 : 0);
  return 0;
}

// Capstone for one thread: it keeps notes while it reads. The signal is raised by an instruction of a kernel, which
// holds no lock of the C library's, so the handler may take memory and need not come prepared.
class DivisionReader {
 public:
  DivisionReader() {
    if (cs_open(CS_ARCH_X86, CS_MODE_64, &reader_) != CS_ERR_OK) return;
    cs_option(reader_, CS_OPT_DETAIL, CS_OPT_ON);
    instruction_ = cs_malloc(reader_);
  }
  ~DivisionReader() {
    if (!instruction_) return;
    cs_free(instruction_, 1);
    cs_close(&reader_);
  }
  DivisionReader(const DivisionReader&) = delete;

  Division read(const greg_t* registers) {
    Division division;
    std::uint64_t address = std::uint64_t(registers[REG_RIP]);
    const auto* code = reinterpret_cast<const std::uint8_t*>(address);
    std::size_t most = 15;  // bytes of an instruction of x86
    if (!instruction_ || !cs_disasm_iter(reader_, &code, &most, &address, instruction_)) return division;
    if (instruction_->id != X86_INS_DIV && instruction_->id != X86_INS_IDIV) return division;
    const cs_x86_op& divisor = instruction_->detail->x86.operands[0];
    if (divisor.type == X86_OP_REG) {
      division.divisor = value_of(divisor.reg, registers);
    } else {
      const x86_op_mem& memory = divisor.mem;
      if (memory.segment == X86_REG_FS || memory.segment == X86_REG_GS) return division;
      const std::uint64_t base = memory.base == X86_REG_RIP ? address : value_of(memory.base, registers);
      const std::uint64_t from =
          base + value_of(memory.index, registers) * std::uint64_t(memory.scale) + std::uint64_t(memory.disp);
      std::memcpy(&division.divisor, reinterpret_cast<const void*>(from), divisor.size);
    }
    division.bytes = divisor.size;
    if (division.bytes < 8) division.divisor &= (std::uint64_t(1) << 8 * division.bytes) - 1;
    division.end = code;
    return division;
  }

 private:
  csh reader_ = 0;
  cs_insn* instruction_ = nullptr;
};

Division read_division(const greg_t* registers) {
  thread_local DivisionReader reader;
  return reader.read(registers);
}

void on_division(int signal, siginfo_t*, void* context) {
  greg_t* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  Lane* const lane = current_lane;
  const Division division = lane ? read_division(registers) : Division{};
  if (!division.end) {
    // Not ours: the instruction runs again, and faults again under the handler that was there before.
    sigaction(signal, &trap_before, nullptr);
    return;
  }
  if (division.divisor == 0) note_division_by_zero(*lane, std::uint64_t(registers[REG_RIP]));
  // Quotient and remainder. Of 8 bytes and of 4 the whole register is written, of 2 and 1 its lower half-word.
  auto& quotient = reinterpret_cast<std::uint64_t&>(registers[REG_RAX]);
  auto& remainder = reinterpret_cast<std::uint64_t&>(registers[REG_RDX]);
  const bool zero = division.divisor == 0;
  if (division.bytes >= 4) {
    const std::uint64_t ones = division.bytes == 8 ? ~std::uint64_t(0) : 0xffffffff;
    quotient = zero ? ones : quotient & ones;
    remainder = zero ? ones : 0;
  } else if (division.bytes == 2) {
    quotient |= zero ? 0xffff : 0;
    remainder = zero ? remainder | 0xffff : remainder & ~std::uint64_t(0xffff);
  } else {
    quotient = zero ? quotient | 0xffff : quotient & ~std::uint64_t(0xff00);
  }
  registers[REG_RIP] = reinterpret_cast<greg_t>(division.end);
}

extern "C" {
// From the guard in front of a division, with all registers as they are there; `behind` is the division's address. Whether it
// is a kernel's: then it is done with, else the processor may have it.
__attribute__((used, visibility("hidden"))) bool simt_note_division(std::uint64_t behind) {
  if (!current_lane) return false;
  note_division_by_zero(*current_lane, behind);
  return true;
}
void simt_divides_by_zero();
}
// On the stack: where it returns to, the division's length and width, and 144 bytes of which the upper 128 are the caller's.
// Where it goes on is put in place of the length, for `ret`.
asm(R"(
	.text
	.globl	simt_divides_by_zero
	.type	simt_divides_by_zero, @function
simt_divides_by_zero:
	pushq	%rbp
	movq	%rsp, %rbp
	pushq	%rax
	pushq	%rcx
	pushq	%rdx
	pushq	%rsi
	pushq	%rdi
	pushq	%r8
	pushq	%r9
	pushq	%r10
	pushq	%r11
	subq	$576, %rsp
	andq	$-64, %rsp
	fxsave64	(%rsp)
	movq	8(%rbp), %rdi
	call	simt_note_division
	fxrstor64	(%rsp)
	leaq	-72(%rbp), %rsp
	movzbl	%al, %eax
	movzbl	16(%rbp), %ecx
	imulq	%rax, %rcx
	addq	8(%rbp), %rcx
	movzbl	17(%rbp), %edx
	movq	%rcx, 16(%rbp)
	testl	%eax, %eax
	je	1f
	movl	$-1, %eax
	negq	%rdx
	orq	%rdx, %rax
	movq	%rax, -8(%rbp)
	movq	%rax, -24(%rbp)
1:
	popq	%r11
	popq	%r10
	popq	%r9
	popq	%r8
	popq	%rdi
	popq	%rsi
	popq	%rdx
	popq	%rcx
	popq	%rax
	popq	%rbp
	leaq	8(%rsp), %rsp
	ret	$144
	.size	simt_divides_by_zero, .-simt_divides_by_zero
)");

#else

constexpr int division_signal = SIGTRAP;

// The trap, and behind it the division or, of a remainder, the multiplication that it ends with.
void on_division(int signal, siginfo_t*, void* context) {
  mcontext_t& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
  std::uint32_t code[2];
  std::memcpy(code, reinterpret_cast<const void*>(machine.pc), sizeof code);
  const unsigned trap = code[0] >> 5 & 0xffff;
  const bool ours =
      code[0] >> 21 == 0xd4200000 >> 21 && (trap == compiler::quotient_trap || trap == compiler::remainder_trap);
  if (!ours) {
    sigaction(signal, &trap_before, nullptr);
    return;
  }
  // Host code ends as it does on x86.
  if (!current_lane) raise(SIGFPE);
  else if (trap == compiler::quotient_trap) note_division_by_zero(*current_lane, machine.pc);
  const unsigned result = code[1] & 31;
  const bool is_wide = code[1] >> 31;
  if (result < 31) machine.regs[result] = is_wide ? ~std::uint64_t(0) : 0xffffffff;
  machine.pc += sizeof code;
}

#endif
}  // namespace

void watch_divisions() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction action{};
    action.sa_sigaction = &on_division;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(division_signal, &action, &trap_before);
  });
}

#if !defined(__x86_64__)
namespace {
// The traps are in host code as well, which may divide before anything is launched.
const bool watched = (watch_divisions(), true);
}  // namespace
#endif

}  // namespace simt
