// Memory that is nobody's but the simulator's and the loader's: host code that writes to it is stopped.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/engine/memory/address_range.hpp"

namespace simt {

// The variables of libsimt.so and of the loader, found when the library is loaded, and what functions return by
// (return_guard.cpp), once there is any; empty until then.
extern AddressRange protected_variables[3];
// The library's thread-local variables on this thread; found when they are first asked for.
extern constinit thread_local AddressRange protected_of_thread __attribute__((tls_model("initial-exec")));
void find_protected_of_thread();

inline bool is_protected(std::uint64_t address) {
  if (!protected_of_thread.bytes) [[unlikely]]
    find_protected_of_thread();
  bool found = address - protected_of_thread.begin < protected_of_thread.bytes;
  for (const AddressRange& range : protected_variables) found |= address - range.begin < range.bytes;
  return found;
}

// The same where nothing may be called: what this thread has not asked for yet is not known.
__attribute__((target("general-regs-only"), always_inline)) inline bool is_protected_as_known(std::uint64_t address) {
  bool found = address - protected_of_thread.begin < protected_of_thread.bytes;
  for (const AddressRange& range : protected_variables) found |= address - range.begin < range.bytes;
  return found;
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
// The same of a call through a pointer to what a submission may not call.
[[noreturn]] void end_at_call(std::uint64_t pc);
// What stops a kernel that does what end_at_return is about.
constexpr const char* overwriting = "a function of its own that writes over where it is to return to";
// The same of a function that would return to where nobody called it from, or with other registers than its caller's.
[[noreturn]] void end_at_return(std::uint64_t pc);

}  // namespace simt
