// Integer division by zero in a kernel: a GPU gives an unspecified result and goes on, where a CPU raises a signal.
//
// The signal's handler notes a finding, puts down what an H200 gives (all bits one) and goes on behind the instruction.
// The same signal stands for the one quotient that does not fit, INT_MIN / -1: there the result wraps, and nothing is said.
// Other processors than x86 raise no signal, and nothing is found there.
#include <signal.h>
#include <ucontext.h>

#include <cstring>
#include <mutex>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/core/worker.hpp"
#include "simt/engine/platform/signals.hpp"

namespace simt {

#if defined(__x86_64__)
namespace {

struct sigaction before;

// `div` and `idiv`, as the machine code has them.
struct Division {
  const std::uint8_t* end = nullptr;  // of the instruction; null: it is another one
  unsigned bytes = 4;                 // of the divisor
  std::uint64_t divisor = 0;
};

constexpr int by_number[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI, REG_R8, REG_R9,
    REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

template <typename T>
T take(const std::uint8_t*& code) {
  T value;
  std::memcpy(&value, code, sizeof value);
  code += sizeof value;
  return value;
}

Division read_division(const greg_t* registers) {
  const auto* code = reinterpret_cast<const std::uint8_t*>(registers[REG_RIP]);
  Division division;
  std::uint8_t rex = 0, byte = take<std::uint8_t>(code);
  if (byte == 0x66) division.bytes = 2, byte = take<std::uint8_t>(code);
  if ((byte & 0xf0) == 0x40) rex = byte, byte = take<std::uint8_t>(code);
  if (rex & 8) division.bytes = 8;
  if ((byte & 0xfe) != 0xf6) return division;
  if (byte == 0xf6) division.bytes = 1;
  const auto form = take<std::uint8_t>(code);
  const unsigned mode = form >> 6, low = form & 7;
  if ((form >> 3 & 6) != 6) return division;
  const auto value_of = [&](unsigned number) { return std::uint64_t(registers[by_number[number]]); };
  if (mode == 3) {
    const bool upper_byte = division.bytes == 1 && !rex && low >= 4;  // ah, ch, dh, bh
    division.divisor = upper_byte ? value_of(low - 4) >> 8 : value_of(low | (rex & 1) << 3);
  } else {
    std::uint64_t address = 0;
    bool has_base = true, from_here = false;
    if (low == 4) {
      const auto scaled = take<std::uint8_t>(code);
      const unsigned index = (scaled >> 3 & 7) | (rex & 2) << 2, base = (scaled & 7) | (rex & 1) << 3;
      if (index != 4) address += value_of(index) << (scaled >> 6);
      has_base = mode != 0 || (scaled & 7) != 5;
      if (has_base) address += value_of(base);
    } else if (mode == 0 && low == 5) {
      has_base = false, from_here = true;
    } else {
      address += value_of(low | (rex & 1) << 3);
    }
    if (mode == 1) address += std::uint64_t(take<std::int8_t>(code));
    else if (mode == 2 || !has_base) address += std::uint64_t(take<std::int32_t>(code));
    if (from_here) address += reinterpret_cast<std::uint64_t>(code);
    std::memcpy(&division.divisor, reinterpret_cast<const void*>(address), division.bytes);
  }
  if (division.bytes < 8) division.divisor &= (std::uint64_t(1) << 8 * division.bytes) - 1;
  division.end = code;
  return division;
}

void on_division(int signal, siginfo_t*, void* context) {
  greg_t* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  Lane* const lane = current_lane;
  const Division division = lane ? read_division(registers) : Division{};
  if (!division.end) {
    // Not ours: the instruction runs again, and faults again under the handler that was there before.
    sigaction(signal, &before, nullptr);
    return;
  }
  const std::uint64_t pc =
      std::uint64_t(registers[REG_RIP]) + 1;  // the place is looked up just before it, as of a return address
  if (division.divisor == 0) {
    lane->worker->remarks.add(pc, [lane, pc] {
      Finding finding = finding_at(FindingKind::division_by_zero, *lane, pc);
      finding.message = name_thread(*lane) + " divides an integer by zero, or takes the remainder" +
                        name_place(finding.where) + ": a GPU goes on with an unspecified result";
      return finding;
    });
  }
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

}  // namespace

void watch_divisions() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction action{};
    action.sa_sigaction = &on_division;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGFPE, &action, &before);
  });
}
#else
void watch_divisions() {}
#endif

}  // namespace simt
