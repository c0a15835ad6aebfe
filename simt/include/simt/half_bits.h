// Half precision as the simulator's library computes it, on the 16 bits of a number (engine/device_functions/half.cpp).
#pragma once

#include <cstdint>

enum { simt_half_nearest, simt_half_zero, simt_half_down, simt_half_up };

extern "C" {
std::uint16_t simt_half_from(double value, int mode) noexcept __attribute__((const));
float simt_half_to_float(std::uint16_t bits) noexcept __attribute__((const));
std::uint16_t simt_half_add(std::uint16_t a, std::uint16_t b) noexcept __attribute__((const));
std::uint16_t simt_half_sub(std::uint16_t a, std::uint16_t b) noexcept __attribute__((const));
std::uint16_t simt_half_mul(std::uint16_t a, std::uint16_t b) noexcept __attribute__((const));
std::uint16_t simt_half_div(std::uint16_t a, std::uint16_t b) noexcept __attribute__((const));
std::uint16_t simt_half_fma(std::uint16_t a, std::uint16_t b, std::uint16_t c) noexcept __attribute__((const));
std::uint16_t simt_half_sqrt(std::uint16_t a) noexcept __attribute__((const));
}
