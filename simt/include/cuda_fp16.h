// <cuda_fp16.h>: half and half2, conversions, arithmetic and comparisons, each rounded once.
// Source: CUDA Math API, "Half Precision Intrinsics". Of the functions, square root; no atomics.
#pragma once

#include "cuda_runtime.h"
#include "simt/half_bits.h"

#define SIMT_ALWAYS inline __attribute__((always_inline))

struct __half_raw {
  unsigned short x;
};
struct __half {
  unsigned short simt_bits;
  __half() = default;
  SIMT_ALWAYS __half(const __half_raw& raw) : simt_bits(raw.x) {}
  SIMT_ALWAYS __half(float value) : simt_bits(simt_half_from(double(value), simt_half_nearest)) {}
  SIMT_ALWAYS __half(double value) : simt_bits(simt_half_from(value, simt_half_nearest)) {}
  SIMT_ALWAYS __half(int value) : __half(double(value)) {}
  SIMT_ALWAYS __half(unsigned value) : __half(double(value)) {}
  SIMT_ALWAYS __half(short value) : __half(double(value)) {}
  SIMT_ALWAYS __half(unsigned short value) : __half(double(value)) {}
  SIMT_ALWAYS operator float() const { return simt_half_to_float(simt_bits); }
  SIMT_ALWAYS operator __half_raw() const { return {simt_bits}; }
  SIMT_ALWAYS __half& operator=(float value) { return *this = __half(value); }
  SIMT_ALWAYS __half& operator=(double value) { return *this = __half(value); }
  SIMT_ALWAYS __half& operator=(int value) { return *this = __half(value); }
};
typedef __half half;
struct alignas(4) __half2 {
  __half x, y;
  __half2() = default;
  SIMT_ALWAYS __half2(const __half& a, const __half& b) : x(a), y(b) {}
};
typedef __half2 half2;

SIMT_ALWAYS __half __ushort_as_half(unsigned short bits) { return __half_raw{bits}; }
SIMT_ALWAYS unsigned short __half_as_ushort(__half h) { return h.simt_bits; }
SIMT_ALWAYS __half __short_as_half(short bits) { return __half_raw{static_cast<unsigned short>(bits)}; }
SIMT_ALWAYS short __half_as_short(__half h) { return short(h.simt_bits); }
SIMT_ALWAYS float __half2float(__half h) { return simt_half_to_float(h.simt_bits); }
SIMT_ALWAYS __half __float2half(float f) { return __half(f); }
SIMT_ALWAYS __half __double2half(double d) { return __half(d); }
SIMT_ALWAYS __half __float2half_rn(float f) { return __half(f); }
SIMT_ALWAYS __half __float2half_rz(float f) { return __ushort_as_half(simt_half_from(double(f), simt_half_zero)); }
SIMT_ALWAYS __half __float2half_rd(float f) { return __ushort_as_half(simt_half_from(double(f), simt_half_down)); }
SIMT_ALWAYS __half __float2half_ru(float f) { return __ushort_as_half(simt_half_from(double(f), simt_half_up)); }
SIMT_ALWAYS __half __int2half_rn(int i) { return __half(double(i)); }
SIMT_ALWAYS __half __uint2half_rn(unsigned i) { return __half(double(i)); }
SIMT_ALWAYS int __half2int_rz(__half h) { return __float2int_rz(__half2float(h)); }
SIMT_ALWAYS int __half2int_rn(__half h) { return __float2int_rn(__half2float(h)); }

SIMT_ALWAYS __half __hadd(__half a, __half b) { return __ushort_as_half(simt_half_add(a.simt_bits, b.simt_bits)); }
SIMT_ALWAYS __half __hsub(__half a, __half b) { return __ushort_as_half(simt_half_sub(a.simt_bits, b.simt_bits)); }
SIMT_ALWAYS __half __hmul(__half a, __half b) { return __ushort_as_half(simt_half_mul(a.simt_bits, b.simt_bits)); }
SIMT_ALWAYS __half __hdiv(__half a, __half b) { return __ushort_as_half(simt_half_div(a.simt_bits, b.simt_bits)); }
SIMT_ALWAYS __half __hfma(__half a, __half b, __half c) {
  return __ushort_as_half(simt_half_fma(a.simt_bits, b.simt_bits, c.simt_bits));
}
SIMT_ALWAYS __half __hneg(__half a) { return __ushort_as_half(static_cast<unsigned short>(a.simt_bits ^ 0x8000)); }
SIMT_ALWAYS __half __habs(__half a) { return __ushort_as_half(a.simt_bits & 0x7fff); }
SIMT_ALWAYS __half hsqrt(__half a) { return __ushort_as_half(simt_half_sqrt(a.simt_bits)); }
SIMT_ALWAYS bool __hisnan(__half a) { return (a.simt_bits & 0x7fff) > 0x7c00; }
SIMT_ALWAYS int __hisinf(__half a) { return a.simt_bits == 0x7c00 ? 1 : a.simt_bits == 0xfc00 ? -1 : 0; }
SIMT_ALWAYS __half __hmax(__half a, __half b) { return __half(fmaxf(__half2float(a), __half2float(b))); }
SIMT_ALWAYS __half __hmin(__half a, __half b) { return __half(fminf(__half2float(a), __half2float(b))); }

#define SIMT_COMPARE(name, op)                                                                  \
  SIMT_ALWAYS bool __h##name(__half a, __half b) { return __half2float(a) op __half2float(b); } \
  SIMT_ALWAYS bool operator op(const __half& a, const __half& b) { return __half2float(a) op __half2float(b); }
SIMT_COMPARE(eq, ==)
SIMT_COMPARE(ne, !=)
SIMT_COMPARE(lt, <)
SIMT_COMPARE(le, <=)
SIMT_COMPARE(gt, >)
SIMT_COMPARE(ge, >=)
#undef SIMT_COMPARE

// Both numbers of a pair.
SIMT_ALWAYS __half2 make_half2(__half a, __half b) { return {a, b}; }
SIMT_ALWAYS __half2 __halves2half2(__half a, __half b) { return {a, b}; }
SIMT_ALWAYS __half2 __half2half2(__half a) { return {a, a}; }
SIMT_ALWAYS __half2 __float2half2_rn(float f) { return {__half(f), __half(f)}; }
SIMT_ALWAYS __half2 __floats2half2_rn(float a, float b) { return {__half(a), __half(b)}; }
SIMT_ALWAYS __half2 __float22half2_rn(float2 f) { return {__half(f.x), __half(f.y)}; }
SIMT_ALWAYS float2 __half22float2(__half2 h) { return make_float2(__half2float(h.x), __half2float(h.y)); }
SIMT_ALWAYS __half __low2half(__half2 h) { return h.x; }
SIMT_ALWAYS __half __high2half(__half2 h) { return h.y; }
SIMT_ALWAYS float __low2float(__half2 h) { return __half2float(h.x); }
SIMT_ALWAYS float __high2float(__half2 h) { return __half2float(h.y); }
SIMT_ALWAYS __half2 __low2half2(__half2 h) { return {h.x, h.x}; }
SIMT_ALWAYS __half2 __high2half2(__half2 h) { return {h.y, h.y}; }
SIMT_ALWAYS __half2 __lowhigh2highlow(__half2 h) { return {h.y, h.x}; }

// clang-format off: it takes op##= apart
#define SIMT_ARITHMETIC(name, op)                                                                            \
  SIMT_ALWAYS __half2 __##name##2(__half2 a, __half2 b) { return {__##name(a.x, b.x), __##name(a.y, b.y)}; } \
  SIMT_ALWAYS __half operator op(const __half& a, const __half& b) { return __##name(a, b); }                \
  SIMT_ALWAYS __half2 operator op(const __half2& a, const __half2& b) { return __##name##2(a, b); }          \
  SIMT_ALWAYS __half& operator op##=(__half& a, const __half& b) { return a = __##name(a, b); }              \
  SIMT_ALWAYS __half2& operator op##=(__half2& a, const __half2& b) { return a = __##name##2(a, b); }
// clang-format on
SIMT_ARITHMETIC(hadd, +)
SIMT_ARITHMETIC(hsub, -)
SIMT_ARITHMETIC(hmul, *)
#undef SIMT_ARITHMETIC
SIMT_ALWAYS __half2 __h2div(__half2 a, __half2 b) { return {__hdiv(a.x, b.x), __hdiv(a.y, b.y)}; }
SIMT_ALWAYS __half operator/(const __half& a, const __half& b) { return __hdiv(a, b); }
SIMT_ALWAYS __half2 operator/(const __half2& a, const __half2& b) { return __h2div(a, b); }
SIMT_ALWAYS __half operator-(const __half& a) { return __hneg(a); }
SIMT_ALWAYS __half2 operator-(const __half2& a) { return {__hneg(a.x), __hneg(a.y)}; }
SIMT_ALWAYS __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; }
SIMT_ALWAYS __half2 __hneg2(__half2 a) { return -a; }
SIMT_ALWAYS __half2 __habs2(__half2 a) { return {__habs(a.x), __habs(a.y)}; }
SIMT_ALWAYS __half2 __hmax2(__half2 a, __half2 b) { return {__hmax(a.x, b.x), __hmax(a.y, b.y)}; }
SIMT_ALWAYS __half2 __hmin2(__half2 a, __half2 b) { return {__hmin(a.x, b.x), __hmin(a.y, b.y)}; }

#define SIMT_SHUFFLE(T, name, how)                                            \
  SIMT_ALWAYS T name(unsigned mask, T value, how parameter, int width = 32) { \
    unsigned bits = 0;                                                        \
    __builtin_memcpy(&bits, &value, sizeof value);                            \
    bits = name(mask, bits, parameter, width);                                \
    __builtin_memcpy(&value, &bits, sizeof value);                            \
    return value;                                                             \
  }
#define SIMT_SHUFFLES(T)                    \
  SIMT_SHUFFLE(T, __shfl_sync, int)         \
  SIMT_SHUFFLE(T, __shfl_up_sync, unsigned) \
  SIMT_SHUFFLE(T, __shfl_down_sync, unsigned) SIMT_SHUFFLE(T, __shfl_xor_sync, int)
SIMT_SHUFFLES(__half)
SIMT_SHUFFLES(__half2)
#undef SIMT_SHUFFLES
#undef SIMT_SHUFFLE
#undef SIMT_ALWAYS
