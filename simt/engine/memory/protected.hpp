// Memory that is nobody's but the simulator's and the loader's: host code that writes to it is stopped.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/engine/memory/address_range.hpp"
#include "simt/engine/platform/pages.hpp"

namespace simt {

// The variables of libsimt.so and of the loader, found when the library is loaded; what functions return by (return_guard.cpp), and what
// the library allocates (own_heap.cpp), once there is any; and once a submission has been loaded, those of the program that loaded it, and of all other libraries.
enum Protected : unsigned { simulators, loaders, return_places, own_heap, programs, libraries };
struct alignas(page_at_most) Guarded {
  unsigned opened = 0;
  AddressRange variables[32];
  unsigned count;
  AddressRange exceptions;  // exceptions.cpp
  // std::cout and its kin, of which the inline functions of C++'s headers change the format: where their std::ios begins.
  std::uint64_t streams[8];
  const void* files[3];  // stdin, stdout and stderr, as they were when the submission was loaded
};
extern Guarded guarded;
using OpenGuarded = OpenPages<guarded>;
// The thread-local variables on this thread, and what C's library keeps of it behind them, but for a submission's; found when they
// are first asked for. In between lie the submission's, if they lie there at all.
struct OfThread {
  AddressRange below, above;
  // To these the inline functions of C's and C++'s headers store: errno, and what std::call_once is to call.
  std::uint64_t error = 0, once[2] = {};
  __attribute__((target("general-regs-only"), always_inline)) bool holds(std::uint64_t address) const {
    return (address - below.begin < below.bytes || address - above.begin < above.bytes) && address - error >= 4 &&
           address - once[0] >= 8 && address - once[1] >= 8;
  }
};
extern constinit thread_local OfThread protected_of_thread __attribute__((tls_model("initial-exec")));
void find_protected_of_thread();
// The variables of all that is loaded, but for what the address lies in, and has lain in before: that is a submission's.
void protect_all_but(std::uint64_t inside);

// An exception lies in a page and what follows it, as many bytes behind the last one; the page is the library's.
constexpr std::uint64_t exception_stride = 1 << 20, exception_page = 4096;
__attribute__((target("general-regs-only"), always_inline)) inline bool is_in_front_of_exception(
    std::uint64_t address) {
  const std::uint64_t at = address - guarded.exceptions.begin;
  return at < guarded.exceptions.bytes && at % exception_stride < exception_page;
}

__attribute__((target("general-regs-only"), always_inline)) inline bool is_format_of_stream(std::uint64_t address) {
  // Precision, width, flags and state; what std::cin is tied to, and what it is filled up with. GNU's libstdc++ keeps these places.
  bool found = false;
  for (const std::uint64_t begin : guarded.streams) found |= address - begin - 8 < 28 || address - begin - 216 < 10;
  return found;
}
__attribute__((target("general-regs-only"), always_inline)) inline bool is_of_stream(std::uint64_t address) {
  bool found = false;  // their own first members stand in front of std::ios
  for (const std::uint64_t begin : guarded.streams) found |= address - begin + 16 < 16 + 264;
  return found;
}

// What this thread has not asked for yet is not known where nothing may be called.
__attribute__((target("general-regs-only"), always_inline)) inline bool is_protected_as_known(std::uint64_t address) {
  bool found = protected_of_thread.holds(address) || is_in_front_of_exception(address);
  for (unsigned i = 0, count = guarded.count; i < count; ++i)
    found |= address - guarded.variables[i].begin < guarded.variables[i].bytes;
  return found && !is_format_of_stream(address);
}
inline bool is_protected(std::uint64_t address) {
  if (!protected_of_thread.below.bytes) [[unlikely]]
    find_protected_of_thread();
  return is_protected_as_known(address);
}
// Of what C++'s library is given: it has its own variables, and whoever prints gives it std::cout.
__attribute__((target("general-regs-only"), always_inline)) inline bool is_kept_from_cpp(std::uint64_t address) {
  bool found = protected_of_thread.holds(address);
  for (unsigned i = 0; i < libraries; ++i) found |= address - guarded.variables[i].begin < guarded.variables[i].bytes;
  return found && !is_of_stream(address);
}

// Whether it is below where a function's stack ends that calls another: there stands what that one returns by.
__attribute__((target("general-regs-only"), always_inline)) inline bool is_below(
    std::uint64_t address, std::uint64_t stack) {
  return stack - address - 1 < 64 * 1024;
}

// jump_guard.cpp: whether CUDA may call a function that a submission gave it; whether who calls a function of simt.hpp's is the
// judge's program, or the library itself.
bool may_be_called_back(const void* function);
bool is_asked_by_judge(const void* caller);

// Which argument of a function is a FILE: so much more if the next is a buffer for it (SIMT_FILES).
constexpr unsigned buffered = 16;
__attribute__((target("general-regs-only"), always_inline)) inline bool is_own_file(std::uint64_t address) {
  for (const void* file : guarded.files)
    if (reinterpret_cast<std::uint64_t>(file) == address) return true;
  return !address;  // all of them, to fflush()
}

// Whether a format of printf's has a conversion that stores: %n, whatever stands between the two.
__attribute__((target("general-regs-only"), always_inline)) inline bool stores_by_format(const char* format) {
  while (format && *format) {
    if (*format++ != '%') continue;
    // Flags, widths, places and lengths; %% ends at once.
    for (;; ++format) {
      const char c = *format;
      if (c == 'n') return true;
      const bool goes_on = (c >= '0' && c <= '9') || c == ' ' || c == '#' || c == '+' || c == '-' || c == '.' ||
                           c == '*' || c == '$' || c == '\'' || c == 'I' || c == 'h' || c == 'l' || c == 'j' ||
                           c == 'z' || c == 't' || c == 'L' || c == 'q' || c == 'Z' || c == 'w';
      if (!goes_on) break;
    }
    if (*format) ++format;
  }
  return false;
}

// Says so and ends the program: behind such a store nothing that the simulator says would be worth anything.
[[noreturn]] void end_at_protected_store(std::uint64_t address, std::size_t bytes, std::uint64_t pc);
// The same of an address of such memory that a library's function is given, which could store there.
[[noreturn]] void end_at_protected_argument(std::uint64_t pc);
// The same of a format with %n, which stores to wherever an argument says.
[[noreturn]] void end_at_format(std::uint64_t pc);
// The same of a FILE that C's library did not open, or of a buffer for one, into which it would store what is printed.
[[noreturn]] void end_at_file(std::uint64_t pc);
// The same of a call through a pointer to what a submission may not call.
[[noreturn]] void end_at_call(std::uint64_t pc);
// What stops a kernel that does what end_at_return is about.
constexpr const char* overwriting = "a function of its own that writes over where it is to return to";
// The same of a function that would return to where nobody called it from, or with other registers than its caller's.
[[noreturn]] void end_at_return(std::uint64_t pc);

}  // namespace simt
