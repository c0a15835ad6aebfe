// What the assembly of a submission calls in front of calls of libraries (simt/compiler/submission/call_guards.hpp).
#include "simt/engine/core/lane.hpp"
#include "simt/engine/core/worker.hpp"
#include "simt/engine/memory/guard_registers.hpp"
#include "simt/engine/memory/protected.hpp"
#include "simt/engine/record/record.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/openmp/turns.hpp"

#if defined(__x86_64__)

using namespace simt;

extern "C" {

// Added to the count of a function of C++'s, in whose second register may stand anything.
constexpr unsigned of_cpp = 16;

// Nothing in these three may touch more than the registers that the code below keeps: no call, no vectors. `arguments` are the
// first four that come in registers; the function that is called has `count` of them or more.
__attribute__((target("general-regs-only"), visibility("hidden"), used)) bool simt_call_is_the_hosts(
    const std::uint64_t* arguments, unsigned count) {
  if (current_lane) return false;
  // Behind the arguments lie five registers, where the guard returns to, and what its caller keeps clear of.
  const std::uint64_t stack = reinterpret_cast<std::uint64_t>(arguments) + 48 + 128;
  for (unsigned i = 0; i < count % of_cpp; ++i)
    if (count < of_cpp ? is_protected_as_known(arguments[i]) || is_below(arguments[i], stack)
                       : is_kept_from_cpp(arguments[i]))
      return false;
  if (settings.library_calls_count) ++host_accesses;
  return true;
}
__attribute__((target("general-regs-only"), visibility("hidden"), used)) bool simt_is_outside(
    const std::uint64_t*, unsigned) {
  return !current_lane;
}
__attribute__((target("general-regs-only"), visibility("hidden"), used)) bool simt_pointer_is_fine(
    const std::uint64_t* arguments, unsigned) {
  const Lane* lane = current_lane;
  return !lane || arguments[0] - lane->stack < stack_bytes;
}

// Which of the arguments is a format, and what it has them do (protected.hpp).
__attribute__((target("general-regs-only"), visibility("hidden"), used)) bool simt_format_is_fine(
    const std::uint64_t* arguments, unsigned which) {
  // The fifth lies below the first.
  return !stores_by_format(reinterpret_cast<const char*>(which == 4 ? arguments[-1] : arguments[which]));
}

// Which of the arguments is a FILE; of what gives it a buffer as well, whether that is C's own.
__attribute__((target("general-regs-only"), visibility("hidden"), used)) bool simt_file_is_fine(
    const std::uint64_t* arguments, unsigned which) {
  if (current_lane) return true;  // the host's alone
  const std::uint64_t file = which == 4 ? arguments[-1] : arguments[which % buffered];
  return is_own_file(file) && (which < buffered || !arguments[1]);
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
__attribute__((visibility("hidden"), used)) void simt_end_at_format(std::uint64_t pc) {
  if (!current_lane) end_at_format(pc);
  stop_lane(*current_lane, {.kind = Fault::Kind::trap, .pc = pc, .text = "printf with %n"});
}
__attribute__((visibility("hidden"), used)) void simt_end_at_file(std::uint64_t pc) { end_at_file(pc); }

void simt_call_guard();
void simt_call_guard_1();
void simt_call_guard_2();
void simt_call_guard_3();
void simt_call_guard_4();
void simt_cpp_guard_1();
void simt_cpp_guard_2();
void simt_outside_guard();
void simt_pointer_guard();
void simt_format_guard_0();
void simt_format_guard_1();
void simt_format_guard_2();
void simt_format_guard_3();
void simt_format_guard_4();
void simt_file_guard_0();
void simt_file_guard_1();
void simt_file_guard_3();
void simt_file_guard_4();
void simt_file_guard_16();
}

// All registers stay, but for flags, which no call keeps.
#define SIMT_GUARD(NAME, FINE, END, COUNT)                                               \
  SIMT_FUNCTION(NAME,                                                                    \
      SIMT_KEEP_REGISTERS "  leaq 32(%rsp), %rdi\n  movl $" COUNT ", %esi\n  call " FINE \
                          "\n  testb %al, %al\n  jne 1f\n"                               \
                          "  movq 72(%rsp), %rdi\n  andq $-64, %rsp\n  call " END "\n1:\n" SIMT_RESTORE_REGISTERS)
SIMT_GUARD("simt_call_guard", "simt_call_is_the_hosts", "simt_end_at_call", "0");
SIMT_GUARD("simt_call_guard_1", "simt_call_is_the_hosts", "simt_end_at_call", "1");
SIMT_GUARD("simt_call_guard_2", "simt_call_is_the_hosts", "simt_end_at_call", "2");
SIMT_GUARD("simt_call_guard_3", "simt_call_is_the_hosts", "simt_end_at_call", "3");
SIMT_GUARD("simt_call_guard_4", "simt_call_is_the_hosts", "simt_end_at_call", "4");
SIMT_GUARD("simt_cpp_guard_1", "simt_call_is_the_hosts", "simt_end_at_call", "17");
SIMT_GUARD("simt_cpp_guard_2", "simt_call_is_the_hosts", "simt_end_at_call", "18");
SIMT_GUARD("simt_outside_guard", "simt_is_outside", "simt_end_at_call", "0");
SIMT_GUARD("simt_pointer_guard", "simt_pointer_is_fine", "simt_end_at_pointer", "1");
SIMT_GUARD("simt_format_guard_0", "simt_format_is_fine", "simt_end_at_format", "0");
SIMT_GUARD("simt_format_guard_1", "simt_format_is_fine", "simt_end_at_format", "1");
SIMT_GUARD("simt_format_guard_2", "simt_format_is_fine", "simt_end_at_format", "2");
SIMT_GUARD("simt_format_guard_3", "simt_format_is_fine", "simt_end_at_format", "3");
SIMT_GUARD("simt_format_guard_4", "simt_format_is_fine", "simt_end_at_format", "4");
SIMT_GUARD("simt_file_guard_0", "simt_file_is_fine", "simt_end_at_file", "0");
SIMT_GUARD("simt_file_guard_1", "simt_file_is_fine", "simt_end_at_file", "1");
SIMT_GUARD("simt_file_guard_3", "simt_file_is_fine", "simt_end_at_file", "3");
SIMT_GUARD("simt_file_guard_4", "simt_file_is_fine", "simt_end_at_file", "4");
SIMT_GUARD("simt_file_guard_16", "simt_file_is_fine", "simt_end_at_file", "16");
#undef SIMT_GUARD

#endif
