// Integer intrinsics. None has a branch, so that none adds a basic block to the kernel that calls it.
// Source: CUDA Math API, "Integer Intrinsics"; PTX ISA for what an operand out of range does.
#pragma once

#include <cstdint>

#include "simt/vector_types.h"

#define SIMT_INLINE inline __attribute__((always_inline))

SIMT_INLINE int __popc(unsigned int x) { return __builtin_popcount(x); }
SIMT_INLINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
// Of zero the hardware gives the width; g++'s builtin gives anything.
SIMT_INLINE int __clz(int x) { return __builtin_clzll(static_cast<unsigned int>(x) * 2ull + 1) - 31; }
SIMT_INLINE int __clzll(long long x) {
  const int high = __clz(int(x >> 32));
  return high + (__clz(int(x)) & -(high >> 5));
}
SIMT_INLINE int __ffs(int x) { return __builtin_ffs(x); }
SIMT_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
SIMT_INLINE unsigned int __brev(unsigned int x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}
SIMT_INLINE unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(unsigned(x))) << 32 | __brev(unsigned(x >> 32));
}
// The selector's nibbles have three bits each; the fourth, which PTX's prmt would heed, is masked off.
SIMT_INLINE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int s) {
  const unsigned long long all = static_cast<unsigned long long>(y) << 32 | x;
  return unsigned(all >> (s & 7) * 8 & 0xff) | unsigned(all >> (s >> 4 & 7) * 8 & 0xff) << 8 |
         unsigned(all >> (s >> 8 & 7) * 8 & 0xff) << 16 | unsigned(all >> (s >> 12 & 7) * 8 & 0xff) << 24;
}
// _l and _r take the shift modulo 32, _lc and _rc clamp it to 32.
SIMT_INLINE unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
  return unsigned((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31) >> 32);
}
SIMT_INLINE unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
  return unsigned((static_cast<unsigned long long>(high) << 32 | low) << (shift < 32 ? shift : 32) >> 32);
}
SIMT_INLINE unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
  return unsigned((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
SIMT_INLINE unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
  return unsigned((static_cast<unsigned long long>(high) << 32 | low) >> (shift < 32 ? shift : 32));
}
SIMT_INLINE int __mulhi(int x, int y) { return int(static_cast<long long>(x) * y >> 32); }
SIMT_INLINE unsigned int __umulhi(unsigned int x, unsigned int y) {
  return unsigned(static_cast<unsigned long long>(x) * y >> 32);
}
SIMT_INLINE long long __mul64hi(long long x, long long y) { return (long long)(static_cast<__int128>(x) * y >> 64); }
SIMT_INLINE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return (unsigned long long)(static_cast<unsigned __int128>(x) * y >> 64);
}
SIMT_INLINE int mulhi(int x, int y) { return __mulhi(x, y); }
SIMT_INLINE unsigned int mulhi(unsigned int x, unsigned int y) { return __umulhi(x, y); }
SIMT_INLINE unsigned int umulhi(unsigned int x, unsigned int y) { return __umulhi(x, y); }
SIMT_INLINE long long mul64hi(long long x, long long y) { return __mul64hi(x, y); }
SIMT_INLINE unsigned long long mul64hi(unsigned long long x, unsigned long long y) { return __umul64hi(x, y); }
// The low 24 bits of both, as numbers with a sign or without; the low 32 bits of the product.
SIMT_INLINE int __mul24(int x, int y) {
  const long long a = static_cast<long long>(static_cast<unsigned long long>(x) << 40) >> 40;
  const long long b = static_cast<long long>(static_cast<unsigned long long>(y) << 40) >> 40;
  return int(a * b);
}
SIMT_INLINE unsigned int __umul24(unsigned int x, unsigned int y) { return (x & 0xffffff) * (y & 0xffffff); }
SIMT_INLINE unsigned int __sad(int x, int y, unsigned int z) {
  const long long d = static_cast<long long>(x) - y;
  return z + unsigned(d < 0 ? -d : d);
}
SIMT_INLINE unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) { return z + (x < y ? y - x : x - y); }
SIMT_INLINE int __hadd(int x, int y) { return int((static_cast<long long>(x) + y) >> 1); }
SIMT_INLINE int __rhadd(int x, int y) { return int((static_cast<long long>(x) + y + 1) >> 1); }
SIMT_INLINE unsigned int __uhadd(unsigned int x, unsigned int y) {
  return unsigned((static_cast<unsigned long long>(x) + y) >> 1);
}
SIMT_INLINE unsigned int __urhadd(unsigned int x, unsigned int y) {
  return unsigned((static_cast<unsigned long long>(x) + y + 1) >> 1);
}
// The offset-th set bit of mask, counted from bit `base` upwards (offset > 0) or downwards; ~0 if there is none.
// Source: __fns in sm_30_intrinsics.h and PTX ISA, fns.
extern "C" unsigned int simt_fns(unsigned int mask, unsigned int base, int offset) noexcept __attribute__((const));
SIMT_INLINE unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
  return simt_fns(mask, base, offset);
}

namespace simt {
template <typename T>
SIMT_INLINE int lane_of(T packed, int i) {
  return T(-1) < T(0) ? int(static_cast<signed char>(packed >> 8 * i))
                      : int(static_cast<unsigned char>(packed >> 8 * i));
}
template <typename T>
SIMT_INLINE int half_of(T packed, int i) {
  return T(-1) < T(0) ? int(static_cast<short>(packed >> 16 * i)) : int(static_cast<unsigned short>(packed >> 16 * i));
}
}  // namespace simt

#define SIMT_DOT(T, half2, byte4)                                                                             \
  SIMT_INLINE T __dp4a(T a, T b, T c) {                                                                       \
    return static_cast<T>(unsigned(c) + unsigned(simt::lane_of(a, 0) * simt::lane_of(b, 0)) +                 \
                          unsigned(simt::lane_of(a, 1) * simt::lane_of(b, 1)) +                               \
                          unsigned(simt::lane_of(a, 2) * simt::lane_of(b, 2)) +                               \
                          unsigned(simt::lane_of(a, 3) * simt::lane_of(b, 3)));                               \
  }                                                                                                           \
  SIMT_INLINE T __dp4a(byte4 a, byte4 b, T c) {                                                               \
    return static_cast<T>(                                                                                    \
        unsigned(c) + unsigned(a.x * b.x) + unsigned(a.y * b.y) + unsigned(a.z * b.z) + unsigned(a.w * b.w)); \
  }                                                                                                           \
  SIMT_INLINE T __dp2a_lo(T a, T b, T c) {                                                                    \
    return static_cast<T>(unsigned(c) + unsigned(simt::half_of(a, 0) * simt::lane_of(b, 0)) +                 \
                          unsigned(simt::half_of(a, 1) * simt::lane_of(b, 1)));                               \
  }                                                                                                           \
  SIMT_INLINE T __dp2a_hi(T a, T b, T c) {                                                                    \
    return static_cast<T>(unsigned(c) + unsigned(simt::half_of(a, 0) * simt::lane_of(b, 2)) +                 \
                          unsigned(simt::half_of(a, 1) * simt::lane_of(b, 3)));                               \
  }                                                                                                           \
  SIMT_INLINE T __dp2a_lo(half2 a, byte4 b, T c) {                                                            \
    return static_cast<T>(unsigned(c) + unsigned(a.x * b.x) + unsigned(a.y * b.y));                           \
  }                                                                                                           \
  SIMT_INLINE T __dp2a_hi(half2 a, byte4 b, T c) {                                                            \
    return static_cast<T>(unsigned(c) + unsigned(a.x * b.z) + unsigned(a.y * b.w));                           \
  }
SIMT_DOT(int, short2, char4)
SIMT_DOT(unsigned int, ushort2, uchar4)
#undef SIMT_DOT

// Every mix of signs that CUDA overloads min and max for and that device.h does not.
#define SIMT_MIN_MAX(R, A, B)                                                             \
  SIMT_INLINE constexpr R min(A a, B b) {                                                 \
    return static_cast<R>(b) < static_cast<R>(a) ? static_cast<R>(b) : static_cast<R>(a); \
  }                                                                                       \
  SIMT_INLINE constexpr R max(A a, B b) {                                                 \
    return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(b) : static_cast<R>(a); \
  }
SIMT_MIN_MAX(unsigned long, long, unsigned long)
SIMT_MIN_MAX(unsigned long, unsigned long, long)
SIMT_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
SIMT_MIN_MAX(unsigned long long, long long, unsigned long long)
SIMT_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef SIMT_MIN_MAX
SIMT_INLINE unsigned int umin(unsigned int a, unsigned int b) { return b < a ? b : a; }
SIMT_INLINE unsigned int umax(unsigned int a, unsigned int b) { return a < b ? b : a; }
SIMT_INLINE long long llmin(long long a, long long b) { return b < a ? b : a; }
SIMT_INLINE long long llmax(long long a, long long b) { return a < b ? b : a; }
SIMT_INLINE unsigned long long ullmin(unsigned long long a, unsigned long long b) { return b < a ? b : a; }
SIMT_INLINE unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a < b ? b : a; }
