// Mathematical functions that CUDA has and C does not, and the fast approximations (include/simt/device_math.h).
//
// The approximations are computed as CUDA's documentation says that they are made (__powf from __log2f and
// exp2, …), each step exact to the last place: their large errors at large arguments appear, their last bits
// are not a GPU's.
// Source: CUDA C++ Programming Guide, "Mathematical Functions Appendix", "Intrinsic Functions".
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "simt/engine/core/lane.hpp"
#include "simt/engine/memory/memory.hpp"
#include "simt/include/simt/device_math.h"

namespace {

constexpr long double pi = 3.14159265358979323846264338327950288L;

// Reduced exactly first; whole and half arguments give exact results.
long double sine_of_pi(long double x) {
  if (std::isinf(x) || std::isnan(x)) return NAN;
  const long double r = std::remainder(x, 2.0L);  // [-1, 1]
  if (r == 0 || r == 1 || r == -1) return std::copysign(0.0L, x);
  if (r > 0.5L) return std::sin(pi * (1 - r));
  if (r < -0.5L) return -std::sin(pi * (1 + r));
  return std::sin(pi * r);
}
long double cosine_of_pi(long double x) {
  if (std::isinf(x) || std::isnan(x)) return NAN;
  const long double r = std::fabs(std::remainder(x, 2.0L));
  return r == 0.5L ? 0.0L : r < 0.5L ? std::cos(pi * r) : -std::cos(pi * (1 - r));
}

long double scaled_complement(long double x) {
  if (x < 50) return std::exp(x * x) * std::erfc(x);
  const long double s = 1 / (x * x);
  return (1 - s / 2 + 3 * s * s / 4) / (x * std::sqrt(pi));
}

// The inverse of erfc on (0, 2): a rough start, then Newton's steps, which double the right digits.
long double inverse_complement(long double y) {
  if (!(y >= 0 && y <= 2)) return NAN;
  if (y == 0) return INFINITY;
  if (y == 2) return -INFINITY;
  if (y > 1) return -inverse_complement(2 - y);
  const long double t = std::sqrt(-2 * std::log(y / 2));
  long double x = -0.70711L * ((2.30753L + t * 0.27061L) / (1 + t * (0.99229L + t * 0.04481L)) - t);
  for (int i = 0; i < 4; ++i) {
    const long double error = std::erfc(x) - y;
    const long double step = error / (2 / std::sqrt(pi) * std::exp(-x * x));
    x += step / (1 + x * step);  // Halley's
  }
  return x;
}
long double inverse_error_function(long double y) {
  if (!(y >= -1 && y <= 1)) return NAN;
  if (std::fabs(y) > 0.5L) return y > 0 ? inverse_complement(1 - y) : -inverse_complement(1 + y);
  long double x = y * std::sqrt(pi) / 2;
  for (int i = 0; i < 6; ++i) {
    const long double step = (std::erf(x) - y) / (2 / std::sqrt(pi) * std::exp(-x * x));
    x -= step / (1 + x * step);
  }
  return x;
}

long double length(long double a, long double b, long double c = 0, long double d = 0) {
  return std::sqrt(a * a + b * b + c * c + d * d);
}

// Two rows of 64 bytes, one for sines and one for cosines: in an even quarter of the circle a sine is a sine, in an odd one a
// cosine. Three loads of 16 bytes each, of a table in global memory (`__cudart_sin_cos_coeffs` in nvcc's PTX). Where it lies no
// program knows; here it is in front of all that is allocated.
// An angle beyond 105615, of which CUDA asks another table first, has one row, the quarter of what a double holds of it.
void load_coefficients(double quarters, bool of_cosine, std::uint64_t pc) {
  simt::Lane* const lane = simt::current_lane;
  if (!lane) return;
  const bool odd = std::fmod(quarters, 2.0) != 0 && std::isfinite(quarters);
  const std::uint64_t row = simt::device_memory.begin() - 128 + (odd != of_cosine ? 64 : 0);
  for (std::uint64_t piece = 0; piece < 48; piece += 16)
    simt::note_request(*lane, reinterpret_cast<const void*>(row + piece), 16, simt::EventKind::load, pc);
}

}  // namespace

#define SIMT_HERE reinterpret_cast<std::uint64_t>(__builtin_return_address(0))
#define SIMT_BOTH1(name, expression) \
  float name##f(float x_) noexcept { \
    const long double x = x_;        \
    return float(expression);        \
  }                                  \
  double name(double x_) noexcept {  \
    const long double x = x_;        \
    return double(expression);       \
  }

extern "C" {
// By way of double, rounded once: the C library's double versions differ from processor to processor too, but only in
// bits that a float has not.
#define SIMT_FLOAT1(name) \
  float __wrap_##name##f(float x) noexcept { return float(std::name(double(x))); }
#define SIMT_FLOAT2(name) \
  float __wrap_##name##f(float x, float y) noexcept { return float(std::name(double(x), double(y))); }
#include "simt/float_functions.inc"
#undef SIMT_FLOAT1
#undef SIMT_FLOAT2

SIMT_BOTH1(rsqrt, 1 / std::sqrt(x))
SIMT_BOTH1(rcbrt, 1 / std::cbrt(x))
// Of doubles, sine and cosine load the coefficients of their polynomial, as nvcc's do.
float sinpif(float x) noexcept { return float(sine_of_pi(x)); }
float cospif(float x) noexcept { return float(cosine_of_pi(x)); }
double sinpi(double x) noexcept {
  load_coefficients(std::rint(2 * x), false, SIMT_HERE);
  return double(sine_of_pi(x));
}
double cospi(double x) noexcept {
  load_coefficients(std::rint(2 * x), true, SIMT_HERE);
  return double(cosine_of_pi(x));
}
double simt_sine_by_table(double x) noexcept {
  load_coefficients(std::rint(x * (2 / double(pi))), false, SIMT_HERE);
  return std::sin(x);
}
double simt_cosine_by_table(double x) noexcept {
  load_coefficients(std::rint(x * (2 / double(pi))), true, SIMT_HERE);
  return std::cos(x);
}
// Both at once have their coefficients in the code.
double simt_sine(double x) noexcept { return std::sin(x); }
double simt_cosine(double x) noexcept { return std::cos(x); }
double simt_sine_of_pi(double x) noexcept { return double(sine_of_pi(x)); }
double simt_cosine_of_pi(double x) noexcept { return double(cosine_of_pi(x)); }
SIMT_BOTH1(erfinv, inverse_error_function(x))
SIMT_BOTH1(erfcinv, inverse_complement(x))
SIMT_BOTH1(erfcx, scaled_complement(x))
SIMT_BOTH1(normcdf, std::erfc(-x / std::sqrt(2.0L)) / 2)
SIMT_BOTH1(normcdfinv, -std::sqrt(2.0L) * inverse_complement(2 * x))
SIMT_BOTH1(cyl_bessel_i0, std::cyl_bessel_il(0, std::fabs(x)))
SIMT_BOTH1(cyl_bessel_i1, std::copysign(std::cyl_bessel_il(1, std::fabs(x)), x))

float rhypotf(float a, float b) noexcept { return float(1 / length(a, b)); }
double rhypot(double a, double b) noexcept { return double(1 / length(a, b)); }
float norm3df(float a, float b, float c) noexcept { return float(length(a, b, c)); }
double norm3d(double a, double b, double c) noexcept { return double(length(a, b, c)); }
float norm4df(float a, float b, float c, float d) noexcept { return float(length(a, b, c, d)); }
double norm4d(double a, double b, double c, double d) noexcept { return double(length(a, b, c, d)); }
float rnorm3df(float a, float b, float c) noexcept { return float(1 / length(a, b, c)); }
double rnorm3d(double a, double b, double c) noexcept { return double(1 / length(a, b, c)); }
float rnorm4df(float a, float b, float c, float d) noexcept { return float(1 / length(a, b, c, d)); }
double rnorm4d(double a, double b, double c, double d) noexcept { return double(1 / length(a, b, c, d)); }

float __expf(float x) noexcept { return std::exp2(x * 1.44269504f); }
float __exp10f(float x) noexcept { return std::exp2(x * 3.32192809f); }
float __log2f(float x) noexcept { return std::log2(x); }
float __logf(float x) noexcept { return std::log2(x) * 0.693147181f; }
float __log10f(float x) noexcept { return std::log2(x) * 0.301029996f; }
float __powf(float x, float y) noexcept { return std::exp2(y * std::log2(x)); }
float __sinf(float x) noexcept { return std::sin(x); }
float __cosf(float x) noexcept { return std::cos(x); }
float __tanf(float x) noexcept { return std::sin(x) / std::cos(x); }
float __tanhf(float x) noexcept { return std::tanh(x); }
// For 2^126 < |y| < 2^128 the divisor's reciprocal is flushed to zero.
float __fdividef(float x, float y) noexcept {
  return std::fabs(y) > 0x1p126f && !std::isinf(y) ? x * std::copysign(0.0f, y) : x / y;
}
float __saturatef(float x) noexcept { return x > 0 ? std::min(x, 1.0f) : 0.0f; }
}
