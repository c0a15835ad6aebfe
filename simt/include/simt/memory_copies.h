// memcpy of a known size, as nvcc sees it (engine/device_functions/libc.cpp). A named object is copied in place: a local variable
// whose address went into a call would no longer be a register.
#pragma once
// A program may declare memcpy once more, as it may behind a header of the system.
#pragma GCC system_header

#include <cstdint>
#include <cstring>

extern "C" {
void simt_copy(void* to, const void* from, std::size_t bytes) noexcept;
void* simt_memcpy(void* to, const void* from, std::size_t bytes) noexcept __asm__("memcpy");

__attribute__((always_inline)) inline void simt_copy_named(
    void* to, const void* from, std::size_t bytes, bool by_word) noexcept {
  typedef std::uint64_t Eight __attribute__((may_alias));
  typedef std::uint32_t Four __attribute__((may_alias));
  char* const target = static_cast<char*>(to);
  const char* const source = static_cast<const char*>(from);
  // Eight bytes are one value where the type says so, which a compiler knows of an address by its last bits. Of an array of
  // floats in shared memory g++ 16 finds the size, and others do not.
  const bool fits = ((reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from)) & 7) == 0;
  if (bytes == 8 && __builtin_constant_p(fits) && fits) {
    *reinterpret_cast<Eight*>(target) = *reinterpret_cast<const Eight*>(source);
  } else if (bytes == 4) {
    *reinterpret_cast<Four*>(target) = *reinterpret_cast<const Four*>(source);
  } else {
    std::size_t i = 0;
    for (; (by_word || bytes == 8) && i + 4 <= bytes; i += 4)
      *reinterpret_cast<Four*>(target + i) = *reinterpret_cast<const Four*>(source + i);
    for (; i < bytes; ++i) target[i] = source[i];
  }
}

// In a .cu only: the simulator's own code, and the harness', includes this header, too, and what they copy is nobody's access.
// Of a host's file that asks for the system's own checks, the system's header has said what memcpy is.
#if defined(__CUDACC__) && (!defined(__USE_FORTIFY_LEVEL) || __USE_FORTIFY_LEVEL == 0)
extern inline __attribute__((always_inline, gnu_inline, artificial)) void* memcpy(
    void* __restrict to, const void* __restrict from, std::size_t bytes) noexcept {
  constexpr std::size_t most = 256;
  if (!__builtin_constant_p(bytes) || bytes > most) return simt_memcpy(to, from, bytes);
  const bool to_named = __builtin_object_size(to, 0) != std::size_t(-1);
  const bool from_named = __builtin_object_size(from, 0) != std::size_t(-1);
  alignas(16) char between[most];
  if (to_named && from_named) simt_copy_named(to, from, bytes, true);
  else if (to_named) simt_copy(between, from, bytes), simt_copy_named(to, between, bytes, bytes <= 16);
  else if (from_named) simt_copy_named(between, from, bytes, false), simt_copy(to, between, bytes);
  else simt_copy(to, from, bytes);
  return to;
}
#endif
}
