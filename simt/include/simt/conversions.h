// Conversions with a rounding mode, and a value's bits read as another type.
// Source: CUDA Math API, "Type Casting Intrinsics". Out of range gives the nearest value that there is; not
// a number gives 0, or only the highest bit where a 64-bit type takes part (PTX ISA, cvt).
#pragma once

#include "simt/integers.h"

extern "C" {
// rn: to the nearest, ties to even; rz: towards zero; ru: up; rd: down. engine/device_functions/rounding.cpp.
#define SIMT_ROUNDED(R, name, A)                    \
  R name##_rn(A x) noexcept __attribute__((const)); \
  R name##_rz(A x) noexcept __attribute__((const)); \
  R name##_ru(A x) noexcept __attribute__((const)); \
  R name##_rd(A x) noexcept __attribute__((const));
SIMT_ROUNDED(int, __float2int, float)
SIMT_ROUNDED(unsigned int, __float2uint, float)
SIMT_ROUNDED(long long, __float2ll, float)
SIMT_ROUNDED(unsigned long long, __float2ull, float)
SIMT_ROUNDED(int, __double2int, double)
SIMT_ROUNDED(unsigned int, __double2uint, double)
SIMT_ROUNDED(long long, __double2ll, double)
SIMT_ROUNDED(unsigned long long, __double2ull, double)
SIMT_ROUNDED(float, __double2float, double)
SIMT_ROUNDED(float, __int2float, int)
SIMT_ROUNDED(float, __uint2float, unsigned int)
SIMT_ROUNDED(float, __ll2float, long long)
SIMT_ROUNDED(float, __ull2float, unsigned long long)
SIMT_ROUNDED(double, __ll2double, long long)
SIMT_ROUNDED(double, __ull2double, unsigned long long)
#undef SIMT_ROUNDED
}
SIMT_INLINE double __int2double_rn(int x) { return x; }
SIMT_INLINE double __uint2double_rn(unsigned int x) { return x; }

namespace simt {
template <typename To, typename From>
SIMT_INLINE To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From), "");
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}
}  // namespace simt
namespace simt {
// The nearest that a type has which may be narrower.
template <typename To, typename From>
SIMT_INLINE To clamped(From from) {
  if constexpr (sizeof(To) == sizeof(From)) {
    return To(from);
  } else {
    constexpr bool negative = To(-1) < To(0);
    constexpr From most = From((From(1) << (sizeof(To) * 8 - (negative ? 1 : 0))) - 1);
    constexpr From least = negative ? From(-most - 1) : From(0);
    return To(from > most ? most : from < least ? least : from);
  }
}
}  // namespace simt
SIMT_INLINE int __float_as_int(float x) { return simt::bits_as<int>(x); }
SIMT_INLINE unsigned int __float_as_uint(float x) { return simt::bits_as<unsigned int>(x); }
SIMT_INLINE float __int_as_float(int x) { return simt::bits_as<float>(x); }
SIMT_INLINE float __uint_as_float(unsigned int x) { return simt::bits_as<float>(x); }
SIMT_INLINE long long __double_as_longlong(double x) { return simt::bits_as<long long>(x); }
SIMT_INLINE double __longlong_as_double(long long x) { return simt::bits_as<double>(x); }
SIMT_INLINE int __double2hiint(double x) { return int(simt::bits_as<long long>(x) >> 32); }
SIMT_INLINE int __double2loint(double x) { return int(simt::bits_as<long long>(x)); }
SIMT_INLINE double __hiloint2double(int high, int low) {
  return simt::bits_as<double>(static_cast<long long>(high) << 32 | static_cast<unsigned int>(low));
}
// The short names of the C API's early days.
SIMT_INLINE int float_as_int(float x) { return __float_as_int(x); }
SIMT_INLINE unsigned int float_as_uint(float x) { return __float_as_uint(x); }
SIMT_INLINE float int_as_float(int x) { return __int_as_float(x); }
SIMT_INLINE float uint_as_float(unsigned int x) { return __uint_as_float(x); }
