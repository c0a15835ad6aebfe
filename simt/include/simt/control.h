// What stops, orders or hints: fences, traps, assert, sleeping, hints to the compiler, address spaces.
// Source: CUDA C++ Programming Guide, "Memory Fence Functions", "Assertion", "Trap Function",
// "Address Space Predicate Functions", "Compiler Optimization Hint Functions".
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

extern "C" {
enum {
  simt_fence_block = 0,
  simt_fence_device = 1,
  simt_fence_system = 2,
  simt_fence_release = 3,  // in front of a store that releases: L1 keeps what it has
  simt_fence_acquire = 4   // behind an atomic that acquires: only L1 heeds it
};
void simt_fence(int scope) noexcept;
void simt_sleep(unsigned int nanoseconds) noexcept;
void simt_trap(const char* function) noexcept;
int simt_space_of(
    const void* pointer) noexcept;  // 0 global, 1 shared, 2 local, 3 constant, 4 shared of another block of the cluster
unsigned long long simt_global_timer() noexcept;
// What <assert.h>'s macro calls; libsimt.so's knows when a kernel calls it.
void __assert_fail(const char* expression, const char* file, unsigned int line, const char* function) noexcept
    __attribute__((noreturn));
}

inline __attribute__((always_inline)) void __threadfence_block() { simt_fence(simt_fence_block); }
inline __attribute__((always_inline)) void __threadfence() { simt_fence(simt_fence_device); }
inline __attribute__((always_inline)) void __threadfence_system() { simt_fence(simt_fence_system); }
inline __attribute__((always_inline)) void __nanosleep(unsigned int nanoseconds) { simt_sleep(nanoseconds); }
inline __attribute__((always_inline)) void __trap() { simt_trap("__trap()"); }
inline __attribute__((always_inline)) void __brkpt() { simt_trap("__brkpt(), which with no debugger is a trap"); }
inline __attribute__((always_inline)) void __prof_trigger(int) {}

inline __attribute__((always_inline)) unsigned int __isGlobal(const void* pointer) {
  return simt_space_of(pointer) == 0;
}
inline __attribute__((always_inline)) unsigned int __isShared(const void* pointer) {
  return simt_space_of(pointer) == 1;
}
inline __attribute__((always_inline)) unsigned int __isClusterShared(const void* pointer) {
  const int space = simt_space_of(pointer);
  return space == 1 || space == 4;
}
inline __attribute__((always_inline)) unsigned int __isLocal(const void* pointer) {
  return simt_space_of(pointer) == 2;
}
inline __attribute__((always_inline)) unsigned int __isConstant(const void* pointer) {
  return simt_space_of(pointer) == 3;
}
inline __attribute__((always_inline)) unsigned int __isGridConstant(const void* pointer) {
  return simt_space_of(pointer) == 2;
}
// Pointers of one space are those of all: a number that inline PTX could use is not made.
inline __attribute__((always_inline)) std::size_t __cvta_generic_to_global(const void* pointer) {
  return std::size_t(pointer);
}
inline __attribute__((always_inline)) std::size_t __cvta_generic_to_shared(const void* pointer) {
  return std::size_t(pointer);
}
inline __attribute__((always_inline)) std::size_t __cvta_generic_to_local(const void* pointer) {
  return std::size_t(pointer);
}
inline __attribute__((always_inline)) std::size_t __cvta_generic_to_constant(const void* pointer) {
  return std::size_t(pointer);
}
inline __attribute__((always_inline)) void* __cvta_global_to_generic(std::size_t number) {
  return reinterpret_cast<void*>(number);
}
// A number in the window of shared memory may have been cut to 32 bits.
extern "C" void* simt_shared_pointer(std::uint64_t number) noexcept;
inline __attribute__((always_inline)) void* __cvta_shared_to_generic(std::size_t number) {
  return simt_shared_pointer(number);
}
inline __attribute__((always_inline)) void* __cvta_local_to_generic(std::size_t number) {
  return reinterpret_cast<void*>(number);
}
inline __attribute__((always_inline)) void* __cvta_constant_to_generic(std::size_t number) {
  return reinterpret_cast<void*>(number);
}

namespace simt {

// What a loop's condition asks (compiler/rewriter/flags.cpp): the same value, of which g++ knows nothing.
template <typename T>
inline __attribute__((always_inline)) T hidden(T value) {
  __asm__ volatile("" : "+r"(value));
  return value;
}
template <typename T, std::enable_if_t<std::is_integral_v<T> && sizeof(T) <= 8, int> = 0>
inline __attribute__((always_inline)) constexpr T flag(T value) {
#if defined(__aarch64__)
  // Of a bool g++ knows that it is bit 0, and asks for that alone (tbnz); so it asks for bits of numbers, too.
  if constexpr (std::is_same_v<T, bool>)
    return __builtin_is_constant_evaluated() ? value : hidden(unsigned(value)) != 0;
#endif
  return __builtin_is_constant_evaluated() ? value : hidden(value);
}
template <typename T, std::enable_if_t<!std::is_integral_v<std::decay_t<T>> || (sizeof(T) > 8), int> = 0>
inline __attribute__((always_inline)) constexpr T&& flag(T&& value) {
  return static_cast<T&&>(value);
}

}  // namespace simt

// Programmatic dependent launches: here a kernel begins when those before it in its stream have ended.
inline __attribute__((always_inline)) void cudaGridDependencySynchronize() {}
inline __attribute__((always_inline)) void cudaTriggerProgrammaticLaunchCompletion() {}

#define __builtin_assume(condition) static_cast<void>(0)
#define __assume(condition) static_cast<void>(0)
#define __nv_pure__ __attribute__((pure))
#define __nv_is_extended_device_lambda_closure_type(T) false
