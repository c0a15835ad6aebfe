// Half precision and bfloat16: conversions and arithmetic on 16 bits, rounded once, as the hardware does it.
// Source: IEEE 754 binary16; CUDA Math API, "Half Precision Intrinsics" and "Bfloat16 Precision Intrinsics".
#include "simt/include/simt/narrow_float_bits.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace {

template <int exponent_bits, int fraction_bits>
struct Narrow {
  static_assert(1 + exponent_bits + fraction_bits == 16);
  using Bits = std::uint16_t;
  static constexpr Bits sign_bit = 0x8000, infinity = ((1 << exponent_bits) - 1) << fraction_bits;
  static constexpr Bits not_a_number = 0x7fff;  // the only one that the hardware makes
  static constexpr int bias = (1 << (exponent_bits - 1)) - 1;
  static constexpr int smallest = 1 - bias - fraction_bits;  // the weight of the last bit of the smallest numbers

  // From 53 bits to the nearest, ties to even. What is too small is rounded where the smallest numbers lie.
  static Bits nearest(double value) {
    static const double too_large = std::ldexp(2 - std::ldexp(1, -fraction_bits - 1), bias);
    const Bits sign = std::signbit(value) ? sign_bit : 0;
    const double size = std::fabs(value);
    if (std::isnan(value)) return not_a_number;
    if (size >= too_large) return sign | infinity;
    if (size == 0) return sign;
    int exponent = 0;
    std::frexp(size, &exponent);
    const int last = std::max(exponent - fraction_bits - 1, smallest);  // the weight of the last bit
    const auto count = std::uint32_t(std::nearbyint(std::ldexp(size, -last)));
    return sign | Bits((std::uint32_t(last - smallest) << fraction_bits) + count);
  }

  static double wide(Bits bits) {
    const int exponent = (bits & infinity) >> fraction_bits, fraction = bits & ((1 << fraction_bits) - 1);
    const double size = (bits & infinity) == infinity ? (fraction ? NAN : INFINITY)
                        : exponent == 0 ? std::ldexp(fraction, smallest)
                                        : std::ldexp((1 << fraction_bits) + fraction, smallest + exponent - 1);
    return bits & sign_bit ? -size : size;
  }

  // What is no number: of a bfloat16, which is a float's upper half, the bits stay; of a half there is one kind only.
  static float to_float(Bits bits) {
    if (!std::isnan(wide(bits))) return float(wide(bits));
    return std::bit_cast<float>(exponent_bits == 8 ? std::uint32_t(bits) << 16 : 0x7fffffffu);
  }

  // The neighbour above or below.
  static Bits next(Bits bits, bool up) {
    if ((bits & 0x7fff) == 0) return up ? 0x0001 : 0x8001;
    const bool away = up == !(bits & sign_bit);  // from zero
    return Bits(away ? bits + 1 : bits - 1);
  }

  static Bits from(double value, int mode) {
    Bits bits = nearest(value);
    if (mode == simt_nearest || !std::isfinite(value)) return bits;
    const double got = wide(bits);
    const bool down = mode == simt_down || (mode == simt_to_zero && value > 0),
               up = mode == simt_up || (mode == simt_to_zero && value < 0);
    if (down && got > value) bits = next(bits, false);
    if (up && got < value) bits = next(bits, true);
    if ((bits & 0x7fff) == 0 && std::signbit(value)) bits = sign_bit;
    return bits;
  }

  // 64 bits become 53 without harm to the next rounding: what is cut off leaves a one in the last place.
  static double to_odd(unsigned long long value) {
    constexpr int cut = 11;
    if (value >> (64 - cut) == 0) return double(value);
    const bool rest = value & ((1 << cut) - 1);
    return std::ldexp(double(value >> cut | (rest ? 1 : 0)), cut);
  }

  // A product of two fits 53 bits; the sum is rounded to odd first, so that the second rounding does no harm.
  static Bits fused(double a, double b, double c) {
    const double product = a * b, sum = product + c;
    if (!std::isfinite(sum)) return nearest(sum);
    const double part = sum - product, error = (product - (sum - part)) + (c - part);
    auto bits = std::bit_cast<std::uint64_t>(sum);
    if (error != 0 && (bits & 1) == 0) bits += (error > 0) == (sum > 0) ? 1 : -1;
    return nearest(std::bit_cast<double>(bits));
  }
};

using Half = Narrow<5, 10>;
using Bfloat16 = Narrow<8, 7>;

}  // namespace

// Sums, products and quotients of 11 or 8 bits that are rounded to 53 first come out the same.
#define SIMT_DEFINE(name, Type)                                                                         \
  std::uint16_t simt_##name##_from(double value, int mode) noexcept { return Type::from(value, mode); } \
  std::uint16_t simt_##name##_from_ull(unsigned long long value, int mode) noexcept {                   \
    return Type::from(Type::to_odd(value), mode);                                                       \
  }                                                                                                     \
  std::uint16_t simt_##name##_from_ll(long long value, int mode) noexcept {                             \
    return Type::from(value < 0 ? -Type::to_odd(0 - static_cast<unsigned long long>(value))             \
                                : Type::to_odd(static_cast<unsigned long long>(value)),                 \
        mode);                                                                                          \
  }                                                                                                     \
  float simt_##name##_to_float(std::uint16_t bits) noexcept { return Type::to_float(bits); }            \
  std::uint16_t simt_##name##_add(std::uint16_t a, std::uint16_t b) noexcept {                          \
    return Type::nearest(Type::wide(a) + Type::wide(b));                                                \
  }                                                                                                     \
  std::uint16_t simt_##name##_sub(std::uint16_t a, std::uint16_t b) noexcept {                          \
    return Type::nearest(Type::wide(a) - Type::wide(b));                                                \
  }                                                                                                     \
  std::uint16_t simt_##name##_mul(std::uint16_t a, std::uint16_t b) noexcept {                          \
    return Type::nearest(Type::wide(a) * Type::wide(b));                                                \
  }                                                                                                     \
  std::uint16_t simt_##name##_div(std::uint16_t a, std::uint16_t b) noexcept {                          \
    return Type::nearest(Type::wide(a) / Type::wide(b));                                                \
  }                                                                                                     \
  std::uint16_t simt_##name##_fma(std::uint16_t a, std::uint16_t b, std::uint16_t c) noexcept {         \
    return Type::fused(Type::wide(a), Type::wide(b), Type::wide(c));                                    \
  }
extern "C" {
SIMT_DEFINE(half, Half)
SIMT_DEFINE(bfloat16, Bfloat16)
}
#undef SIMT_DEFINE
