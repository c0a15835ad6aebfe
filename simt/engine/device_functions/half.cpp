// Half precision: conversions and arithmetic on 16 bits, rounded once, as the hardware does it.
// Source: IEEE 754 binary16; CUDA Math API, "Half Precision Intrinsics".
#include "simt/include/simt/half_bits.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace {

// To 11 bits from 53, to nearest, ties to even. What is too small is rounded where half's smallest numbers lie.
std::uint16_t nearest(double value) {
  const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const double size = std::fabs(value);
  if (std::isnan(value)) return 0x7fff;  // the only one that the hardware makes
  if (size >= 65520.0) return sign | 0x7c00;
  if (size == 0) return sign;
  int exponent = 0;
  std::frexp(size, &exponent);
  const int last = std::max(exponent - 11, -24);  // the weight of the last bit
  const double counted = std::nearbyint(std::ldexp(size, -last));
  const auto count = std::uint32_t(counted);  // at most 2048
  if (last == -24) return sign | std::uint16_t(count);
  return sign | std::uint16_t(std::uint32_t(last + 24) * 1024 + count);
}

double wide(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const double size = exponent == 31  ? (fraction ? NAN : INFINITY)
                      : exponent == 0 ? std::ldexp(fraction, -24)
                                      : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -size : size;
}

// The neighbour above or below.
std::uint16_t next(std::uint16_t bits, bool up) {
  if ((bits & 0x7fff) == 0) return up ? 0x0001 : 0x8001;
  const bool away = up == !(bits & 0x8000);  // from zero
  return std::uint16_t(away ? bits + 1 : bits - 1);
}

// A product of two halves fits 53 bits; the sum is rounded to odd first, so that the second rounding does no harm.
std::uint16_t fused(double a, double b, double c) {
  const double product = a * b, sum = product + c;
  if (!std::isfinite(sum)) return nearest(sum);
  const double part = sum - product, error = (product - (sum - part)) + (c - part);
  auto bits = std::bit_cast<std::uint64_t>(sum);
  if (error != 0 && (bits & 1) == 0) bits += (error > 0) == (sum > 0) ? 1 : -1;
  return nearest(std::bit_cast<double>(bits));
}

}  // namespace

extern "C" {

std::uint16_t simt_half_from(double value, int mode) noexcept {
  std::uint16_t bits = nearest(value);
  if (mode == simt_half_nearest || std::isnan(value)) return bits;
  if (std::isinf(value)) return bits;
  const double got = wide(bits);
  const bool down = mode == simt_half_down || (mode == simt_half_zero && value > 0),
             up = mode == simt_half_up || (mode == simt_half_zero && value < 0);
  if (down && got > value) bits = got == INFINITY ? 0x7bff : next(bits, false);
  if (up && got < value) bits = got == -INFINITY ? 0xfbff : next(bits, true);
  if ((bits & 0x7fff) == 0 && std::signbit(value)) bits = 0x8000;
  return bits;
}
float simt_half_to_float(std::uint16_t bits) noexcept { return float(wide(bits)); }

// Sums, products, quotients and roots of 11 bits that are rounded to 53 first come out the same.
std::uint16_t simt_half_add(std::uint16_t a, std::uint16_t b) noexcept { return nearest(wide(a) + wide(b)); }
std::uint16_t simt_half_sub(std::uint16_t a, std::uint16_t b) noexcept { return nearest(wide(a) - wide(b)); }
std::uint16_t simt_half_mul(std::uint16_t a, std::uint16_t b) noexcept { return nearest(wide(a) * wide(b)); }
std::uint16_t simt_half_div(std::uint16_t a, std::uint16_t b) noexcept { return nearest(wide(a) / wide(b)); }
std::uint16_t simt_half_fma(std::uint16_t a, std::uint16_t b, std::uint16_t c) noexcept {
  return fused(wide(a), wide(b), wide(c));
}
std::uint16_t simt_half_sqrt(std::uint16_t a) noexcept { return nearest(std::sqrt(wide(a))); }
}
