// CUDA's built-in vector types with the alignment nvcc gives them, and their make_ functions.
// Source: CUDA C++ Programming Guide, "Built-in Vector Types", table of alignment requirements.
//
// `*p = {a, b, c, d}` and `*p = float4{a, b, c, d}` must be one wide store, as nvcc makes them. g++ would
// take them apart into one store a member before its instrumentation sees them; the assignments below
// keep them whole. They are no copy assignments: the types stay trivial aggregates.
#pragma once

#include <initializer_list>

namespace simt {
template <typename A, typename B> inline constexpr bool same_type = false;
template <typename A> inline constexpr bool same_type<A, A> = true;
template <bool condition> struct Only {};
template <> struct Only<true> {
  using Type = int;
};
template <typename T>
constexpr T item(const std::initializer_list<T>& list, unsigned i) {
  return list.size() > i ? list.begin()[i] : T();
}
}  // namespace simt

#define SIMT_ASSIGN_WHOLE(name, T)                                                   \
  name& operator=(const name&) = default;                                            \
  template <typename R, typename ::simt::Only<::simt::same_type<R, name>>::Type = 0> \
  name& operator=(R&& whole) {                                                       \
    return *this = static_cast<const name&>(whole);                                  \
  }                                                                                  \
  name& operator=(std::initializer_list<T> list) { return assign(list); }

#define SIMT_VECTOR4(T, name, align4)                                                                   \
  struct alignas(align4) name {                                                                         \
    T x, y, z, w;                                                                                       \
    SIMT_ASSIGN_WHOLE(name, T)                                                                          \
   private:                                                                                             \
    name& assign(const std::initializer_list<T>& v) {                                                   \
      const name whole{::simt::item(v, 0), ::simt::item(v, 1), ::simt::item(v, 2), ::simt::item(v, 3)}; \
      return *this = whole;                                                                             \
    }                                                                                                   \
  };                                                                                                    \
  inline constexpr name make_##name(T x, T y, T z, T w) { return {x, y, z, w}; }

#define SIMT_VECTOR(T, name, align2, align4)                           \
  struct name##1 { T x; };                                             \
  struct alignas(align2) name##2 {                                     \
    T x, y;                                                            \
    SIMT_ASSIGN_WHOLE(name##2, T)                                      \
   private:                                                            \
    name##2 & assign(const std::initializer_list<T>& v) {              \
      const name##2 whole{::simt::item(v, 0), ::simt::item(v, 1)};     \
      return *this = whole;                                            \
    }                                                                  \
  };                                                                   \
  struct name##3 { T x, y, z; };                                       \
  SIMT_VECTOR4(T, name##4, align4)                                     \
  inline constexpr name##1 make_##name##1(T x) { return {x}; }         \
  inline constexpr name##2 make_##name##2(T x, T y) { return {x, y}; } \
  inline constexpr name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }

SIMT_VECTOR(signed char, char, 2, 4)
SIMT_VECTOR(unsigned char, uchar, 2, 4)
SIMT_VECTOR(short, short, 4, 8)
SIMT_VECTOR(unsigned short, ushort, 4, 8)
SIMT_VECTOR(int, int, 8, 16)
SIMT_VECTOR(unsigned int, uint, 8, 16)
SIMT_VECTOR(long, long, 16, 16)
SIMT_VECTOR(unsigned long, ulong, 16, 16)
SIMT_VECTOR(long long, longlong, 16, 16)
SIMT_VECTOR(unsigned long long, ulonglong, 16, 16)
SIMT_VECTOR(float, float, 8, 16)
SIMT_VECTOR(double, double, 16, 16)
// CUDA 13's, whose names say the alignment.
SIMT_VECTOR4(long, long4_16a, 16)
SIMT_VECTOR4(unsigned long, ulong4_16a, 16)
SIMT_VECTOR4(long long, longlong4_16a, 16)
SIMT_VECTOR4(unsigned long long, ulonglong4_16a, 16)
SIMT_VECTOR4(double, double4_16a, 16)
SIMT_VECTOR4(long, long4_32a, 32)
SIMT_VECTOR4(unsigned long, ulong4_32a, 32)
SIMT_VECTOR4(long long, longlong4_32a, 32)
SIMT_VECTOR4(unsigned long long, ulonglong4_32a, 32)
SIMT_VECTOR4(double, double4_32a, 32)
#undef SIMT_VECTOR
#undef SIMT_VECTOR4
#undef SIMT_ASSIGN_WHOLE

struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};
