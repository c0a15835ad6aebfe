// Device mathematics beyond <cmath>: arithmetic with a rounding mode, the fast approximations, and functions
// that C does not have. Results of the functions are good to a few units in the last place, as CUDA's are,
// but not bit for bit a GPU's.
// Source: CUDA Math API, "Single/Double Precision Mathematical Functions" and "… Intrinsics".
#pragma once

#include <math.h>

#include "simt/conversions.h"

extern "C" {
#define SIMT_ROUNDED(T, name, ...)                          \
  T name##_rn(__VA_ARGS__) noexcept __attribute__((const)); \
  T name##_rz(__VA_ARGS__) noexcept __attribute__((const)); \
  T name##_ru(__VA_ARGS__) noexcept __attribute__((const)); \
  T name##_rd(__VA_ARGS__) noexcept __attribute__((const));
SIMT_ROUNDED(float, __fadd, float, float)
SIMT_ROUNDED(float, __fsub, float, float)
SIMT_ROUNDED(float, __fmul, float, float)
SIMT_ROUNDED(float, __fdiv, float, float)
SIMT_ROUNDED(float, __fmaf, float, float, float)
SIMT_ROUNDED(float, __frcp, float)
SIMT_ROUNDED(float, __fsqrt, float)
SIMT_ROUNDED(double, __dadd, double, double)
SIMT_ROUNDED(double, __dsub, double, double)
SIMT_ROUNDED(double, __dmul, double, double)
SIMT_ROUNDED(double, __ddiv, double, double)
SIMT_ROUNDED(double, __fma, double, double, double)
SIMT_ROUNDED(double, __drcp, double)
SIMT_ROUNDED(double, __dsqrt, double)
#undef SIMT_ROUNDED

// The C library's headers declare some of these names already, in the same words; libsimt.so has them.
// None reads memory or writes to it: what is loaded in front of a call is known behind it, as nvcc knows it.
#define SIMT_MATH(...) __VA_ARGS__ noexcept __attribute__((const));
SIMT_MATH(float __frsqrt_rn(float))
SIMT_MATH(float __fdividef(float, float))
SIMT_MATH(float __saturatef(float))
SIMT_MATH(float __expf(float))
SIMT_MATH(float __exp10f(float))
SIMT_MATH(float __logf(float))
SIMT_MATH(float __log2f(float))
SIMT_MATH(float __log10f(float))
SIMT_MATH(float __powf(float, float))
SIMT_MATH(float __sinf(float))
SIMT_MATH(float __cosf(float))
SIMT_MATH(float __tanf(float))
SIMT_MATH(float __tanhf(float))

SIMT_MATH(float rsqrtf(float))
SIMT_MATH(double rsqrt(double))
SIMT_MATH(float rcbrtf(float))
SIMT_MATH(double rcbrt(double))
SIMT_MATH(float sinpif(float))
SIMT_MATH(double sinpi(double))
SIMT_MATH(float cospif(float))
SIMT_MATH(double cospi(double))
// Of doubles a sine or cosine loads coefficients, and both at once do not (engine/device_functions/mathematics.cpp).
SIMT_MATH(double simt_sine_by_table(double))
SIMT_MATH(double simt_cosine_by_table(double))
SIMT_MATH(double simt_sine(double))
SIMT_MATH(double simt_cosine(double))
SIMT_MATH(double simt_sine_of_pi(double))
SIMT_MATH(double simt_cosine_of_pi(double))
SIMT_MATH(float rhypotf(float, float))
SIMT_MATH(double rhypot(double, double))
SIMT_MATH(float norm3df(float, float, float))
SIMT_MATH(double norm3d(double, double, double))
SIMT_MATH(float norm4df(float, float, float, float))
SIMT_MATH(double norm4d(double, double, double, double))
SIMT_MATH(float rnorm3df(float, float, float))
SIMT_MATH(double rnorm3d(double, double, double))
SIMT_MATH(float rnorm4df(float, float, float, float))
SIMT_MATH(double rnorm4d(double, double, double, double))
SIMT_MATH(float erfinvf(float))
SIMT_MATH(double erfinv(double))
SIMT_MATH(float erfcinvf(float))
SIMT_MATH(double erfcinv(double))
SIMT_MATH(float erfcxf(float))
SIMT_MATH(double erfcx(double))
SIMT_MATH(float normcdff(float))
SIMT_MATH(double normcdf(double))
SIMT_MATH(float normcdfinvf(float))
SIMT_MATH(double normcdfinv(double))
SIMT_MATH(float cyl_bessel_i0f(float))
SIMT_MATH(double cyl_bessel_i0(double))
SIMT_MATH(float cyl_bessel_i1f(float))
SIMT_MATH(double cyl_bessel_i1(double))
#undef SIMT_MATH
}

SIMT_INLINE void simt_sincosf(float x, float* sine, float* cosine) { *sine = __sinf(x), *cosine = __cosf(x); }
#define __sincosf simt_sincosf
SIMT_INLINE float fdividef(float x, float y) { return x / y; }
SIMT_INLINE double fdivide(double x, double y) { return x / y; }
SIMT_INLINE float fdivide(float x, float y) { return x / y; }
SIMT_INLINE float rsqrt(float x) { return rsqrtf(x); }
SIMT_INLINE float rcbrt(float x) { return rcbrtf(x); }
SIMT_INLINE float sinpi(float x) { return sinpif(x); }
SIMT_INLINE float cospi(float x) { return cospif(x); }
SIMT_INLINE float exp10(float x) { return exp10f(x); }
SIMT_INLINE float erfinv(float x) { return erfinvf(x); }
SIMT_INLINE float erfcinv(float x) { return erfcinvf(x); }
SIMT_INLINE float erfcx(float x) { return erfcxf(x); }
SIMT_INLINE float normcdf(float x) { return normcdff(x); }
SIMT_INLINE float normcdfinv(float x) { return normcdfinvf(x); }
SIMT_INLINE float rhypot(float x, float y) { return rhypotf(x, y); }
// Stored through the caller's pointers by the caller: inlined, so that the stores are the kernel's own.
SIMT_INLINE void sincospif(float x, float* sine, float* cosine) { *sine = sinpif(x), *cosine = cospif(x); }
SIMT_INLINE void sincospi(double x, double* sine, double* cosine) {
  *sine = simt_sine_of_pi(x), *cosine = simt_cosine_of_pi(x);
}
SIMT_INLINE void sincospi(float x, float* sine, float* cosine) { *sine = sinpif(x), *cosine = cospif(x); }
// By other names: of a sine and a cosine of one angle g++ would make one call, in front of both.
#ifdef __CUDACC__
#define SIMT_IN_PLACE extern "C" inline __attribute__((always_inline, gnu_inline, artificial))
SIMT_IN_PLACE double sin(double x) noexcept {
  return __builtin_constant_p(x) ? __builtin_sin(x) : simt_sine_by_table(x);
}
SIMT_IN_PLACE double cos(double x) noexcept {
  return __builtin_constant_p(x) ? __builtin_cos(x) : simt_cosine_by_table(x);
}
#undef SIMT_IN_PLACE
#endif
SIMT_INLINE void simt_sincos(float x, float* sine, float* cosine) { *sine = sinf(x), *cosine = cosf(x); }
SIMT_INLINE void simt_sincos(double x, double* sine, double* cosine) { *sine = simt_sine(x), *cosine = simt_cosine(x); }
#define sincos(...) simt_sincos(__VA_ARGS__)

namespace simt {
// The elements are read here, by the caller's code: they are loads of the kernel.
template <typename T>
SIMT_INLINE double sum_of_squares(int n, const T* values) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += double(values[i]) * double(values[i]);
  return sum;
}
}  // namespace simt
SIMT_INLINE float normf(int n, const float* values) { return float(::sqrt(simt::sum_of_squares(n, values))); }
SIMT_INLINE double norm(int n, const double* values) { return ::sqrt(simt::sum_of_squares(n, values)); }
SIMT_INLINE float rnormf(int n, const float* values) { return float(1 / ::sqrt(simt::sum_of_squares(n, values))); }
SIMT_INLINE double rnorm(int n, const double* values) { return 1 / ::sqrt(simt::sum_of_squares(n, values)); }

SIMT_INLINE double min(float a, double b) { return fmin(double(a), b); }
SIMT_INLINE double min(double a, float b) { return fmin(a, double(b)); }
SIMT_INLINE double max(float a, double b) { return fmax(double(a), b); }
SIMT_INLINE double max(double a, float b) { return fmax(a, double(b)); }
