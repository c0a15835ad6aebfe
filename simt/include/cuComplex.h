// <cuComplex.h>: complex numbers as vectors of two, with functions for their arithmetic.
// Source: the header's documentation in the CUDA Toolkit; division is scaled so that it does not overflow needlessly.
#pragma once
#include "cuda_runtime.h"

#define SIMT_COMPLEX(T, Complex, make, c, hypotenuse, fused)                                                       \
  typedef T##2 Complex;                                                                                            \
  inline T cuCreal##c(Complex x) { return x.x; }                                                                   \
  inline T cuCimag##c(Complex x) { return x.y; }                                                                   \
  inline Complex make(T real, T imaginary) { return Complex{real, imaginary}; }                                    \
  inline Complex cuConj##c(Complex x) { return Complex{x.x, -x.y}; }                                               \
  inline Complex cuCadd##c(Complex x, Complex y) { return Complex{x.x + y.x, x.y + y.y}; }                         \
  inline Complex cuCsub##c(Complex x, Complex y) { return Complex{x.x - y.x, x.y - y.y}; }                         \
  inline Complex cuCmul##c(Complex x, Complex y) { return Complex{x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x}; } \
  inline Complex cuCdiv##c(Complex x, Complex y) {                                                                 \
    const T scale = T(1) / (std::fabs(y.x) + std::fabs(y.y));                                                      \
    const T xr = x.x * scale, xi = x.y * scale, yr = y.x * scale, yi = y.y * scale;                                \
    const T inverse = T(1) / (yr * yr + yi * yi);                                                                  \
    return Complex{(xr * yr + xi * yi) * inverse, (xi * yr - xr * yi) * inverse};                                  \
  }                                                                                                                \
  inline T cuCabs##c(Complex x) { return hypotenuse(x.x, x.y); }                                                   \
  inline Complex cuCfma##c(Complex x, Complex y, Complex z) {                                                      \
    return Complex{fused(-x.y, y.y, fused(x.x, y.x, z.x)), fused(x.x, y.y, fused(x.y, y.x, z.y))};                 \
  }
SIMT_COMPLEX(float, cuFloatComplex, make_cuFloatComplex, f, hypotf, fmaf)
SIMT_COMPLEX(double, cuDoubleComplex, make_cuDoubleComplex, , hypot, fma)
#undef SIMT_COMPLEX

typedef cuFloatComplex cuComplex;
inline cuComplex make_cuComplex(float real, float imaginary) { return make_cuFloatComplex(real, imaginary); }
inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) { return {float(x.x), float(x.y)}; }
inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) { return {x.x, x.y}; }
