// Atomic functions. A result that nobody uses makes the hardware's `red` instead of `atom`, so whether one
// does is noted: simt_atomic_result() is `const`, and a call whose value is dropped is dropped with it.
// Source: CUDA C++ Programming Guide, "Atomic Functions".
#pragma once

#include <cstdint>
#include <type_traits>

#define SIMT_ALWAYS inline __attribute__((always_inline))

namespace simt {

enum class AtomicOp : int {
  add,
  sub,
  min,
  max,
  bit_and,
  bit_or,
  bit_xor,
  exchange,
  increment,
  decrement,
  compare_and_swap
};
enum class AtomicType : int { i32, u32, i64, u64, f32, f64, u16, half, half2, bfloat16, bfloat162 };

struct AtomicOld {
  std::uint64_t bits;
  std::uint64_t site;  // the instruction, for simt_atomic_result
};
extern "C" AtomicOld simt_atomic(
    void* address, int op, int type, std::uint64_t operand, std::uint64_t compare) noexcept;
extern "C" std::uint64_t simt_atomic_result(std::uint64_t bits, std::uint64_t site) noexcept __attribute__((const));

template <typename T> struct AtomicTypeOf;
template <> struct AtomicTypeOf<int> {
  static constexpr AtomicType value = AtomicType::i32;
};
template <> struct AtomicTypeOf<unsigned> {
  static constexpr AtomicType value = AtomicType::u32;
};
template <> struct AtomicTypeOf<long long> {
  static constexpr AtomicType value = AtomicType::i64;
};
template <> struct AtomicTypeOf<unsigned long long> {
  static constexpr AtomicType value = AtomicType::u64;
};
template <> struct AtomicTypeOf<float> {
  static constexpr AtomicType value = AtomicType::f32;
};
template <> struct AtomicTypeOf<double> {
  static constexpr AtomicType value = AtomicType::f64;
};
template <> struct AtomicTypeOf<unsigned short> {
  static constexpr AtomicType value = AtomicType::u16;
};

template <typename T>
SIMT_ALWAYS std::uint64_t to_bits(T value) {
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  return bits;
}
template <typename T>
SIMT_ALWAYS T from_bits(std::uint64_t bits) {
  T value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}
template <typename T>
SIMT_ALWAYS T atomic(T* address, AtomicOp op, T operand, T compare = T()) {
  const AtomicOld old = simt_atomic(const_cast<std::remove_cv_t<T>*>(address), int(op), int(AtomicTypeOf<T>::value),
      to_bits(operand), to_bits(compare));
  return from_bits<T>(simt_atomic_result(old.bits, old.site));
}

}  // namespace simt

// Each function in its three scopes: device, block and system.
#define SIMT_ATOMIC(name, op, T)                                                                              \
  SIMT_ALWAYS T name(T* address, T value) { return ::simt::atomic<T>(address, ::simt::AtomicOp::op, value); } \
  SIMT_ALWAYS T name##_block(T* address, T value) { return name(address, value); }                            \
  SIMT_ALWAYS T name##_system(T* address, T value) { return name(address, value); }
#define SIMT_ATOMIC_CAS(T)                                                                                     \
  SIMT_ALWAYS T atomicCAS(T* address, T compare, T value) {                                                    \
    return ::simt::atomic<T>(address, ::simt::AtomicOp::compare_and_swap, value, compare);                     \
  }                                                                                                            \
  SIMT_ALWAYS T atomicCAS_block(T* address, T compare, T value) { return atomicCAS(address, compare, value); } \
  SIMT_ALWAYS T atomicCAS_system(T* address, T compare, T value) { return atomicCAS(address, compare, value); }
#define SIMT_ATOMIC_INTEGERS(name, op) \
  SIMT_ATOMIC(name, op, int)           \
  SIMT_ATOMIC(name, op, unsigned int)  \
  SIMT_ATOMIC(name, op, unsigned long long)

SIMT_ATOMIC_INTEGERS(atomicAdd, add)
SIMT_ATOMIC(atomicAdd, add, float)
SIMT_ATOMIC(atomicAdd, add, double)
SIMT_ATOMIC(atomicSub, sub, int)
SIMT_ATOMIC(atomicSub, sub, unsigned int)
SIMT_ATOMIC_INTEGERS(atomicExch, exchange)
SIMT_ATOMIC(atomicExch, exchange, float)
SIMT_ATOMIC_INTEGERS(atomicMin, min)
SIMT_ATOMIC(atomicMin, min, long long)
SIMT_ATOMIC_INTEGERS(atomicMax, max)
SIMT_ATOMIC(atomicMax, max, long long)
SIMT_ATOMIC_INTEGERS(atomicAnd, bit_and)
SIMT_ATOMIC_INTEGERS(atomicOr, bit_or)
SIMT_ATOMIC_INTEGERS(atomicXor, bit_xor)
SIMT_ATOMIC(atomicInc, increment, unsigned int)
SIMT_ATOMIC(atomicDec, decrement, unsigned int)
SIMT_ATOMIC_CAS(int)
SIMT_ATOMIC_CAS(unsigned int)
SIMT_ATOMIC_CAS(unsigned long long)
SIMT_ATOMIC_CAS(unsigned short)

#undef SIMT_ATOMIC
#undef SIMT_ATOMIC_CAS
#undef SIMT_ATOMIC_INTEGERS
#undef SIMT_ALWAYS
