// Half precision and bfloat16 as the simulator's library computes them, on the 16 bits of a number
// (engine/device_functions/narrow_floats.cpp).
#pragma once

#include <cstdint>

enum { simt_nearest, simt_to_zero, simt_down, simt_up };  // as PTX's rn, rz, rm, rp

extern "C" {
#define SIMT_NARROW_BITS(name)                                                                              \
  std::uint16_t simt_##name##_from(double value, int mode) noexcept __attribute__((const));                 \
  std::uint16_t simt_##name##_from_ll(long long value, int mode) noexcept __attribute__((const));           \
  std::uint16_t simt_##name##_from_ull(unsigned long long value, int mode) noexcept __attribute__((const)); \
  float simt_##name##_to_float(std::uint16_t bits) noexcept __attribute__((const));                         \
  std::uint16_t simt_##name##_add(std::uint16_t a, std::uint16_t b) noexcept __attribute__((const));        \
  std::uint16_t simt_##name##_sub(std::uint16_t a, std::uint16_t b) noexcept __attribute__((const));        \
  std::uint16_t simt_##name##_mul(std::uint16_t a, std::uint16_t b) noexcept __attribute__((const));        \
  std::uint16_t simt_##name##_div(std::uint16_t a, std::uint16_t b) noexcept __attribute__((const));        \
  std::uint16_t simt_##name##_fma(std::uint16_t a, std::uint16_t b, std::uint16_t c) noexcept __attribute__((const));
SIMT_NARROW_BITS(half)
SIMT_NARROW_BITS(bfloat16)
#undef SIMT_NARROW_BITS
}
