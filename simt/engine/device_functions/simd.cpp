// Video instructions: two halves or four bytes of a word at once (include/simt/simd.h).
// Source: CUDA Math API, "SIMD Intrinsics".
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "simt/include/simt/simd.h"
#include "simt/include/simt/integers.h"

namespace {

// Applies `f` to each part of `bits` bits, read with or without its sign, and packs the low bits again.
template <int bits, bool has_sign, typename F>
unsigned each(unsigned a, unsigned b, F f) {
  constexpr unsigned mask = (1u << bits) - 1;
  const auto part = [](unsigned packed, int at) {
    const unsigned value = packed >> at & mask;
    return has_sign && value >> (bits - 1) ? int(value) - int(mask) - 1 : int(value);
  };
  unsigned out = 0;
  for (int at = 0; at < 32; at += bits) out |= (unsigned(f(part(a, at), part(b, at))) & mask) << at;
  return out;
}

template <int bits> int clamp_signed(int v) { return std::clamp(v, -(1 << (bits - 1)), (1 << (bits - 1)) - 1); }
template <int bits> int clamp_unsigned(int v) { return std::clamp(v, 0, (1 << bits) - 1); }

template <int bits, bool has_sign>
unsigned sum_of_differences(unsigned a, unsigned b) {
  unsigned sum = 0;
  each<bits, has_sign>(a, b, [&](int x, int y) { return sum += unsigned(std::abs(x - y)), 0; });
  return sum;
}

}  // namespace

#define SIMT_EACH(name, has_sign, expression)                                 \
  unsigned __v##name##2(unsigned a, unsigned b) noexcept {                    \
    constexpr int bits = 16;                                                  \
    (void)bits;                                                               \
    return each<16, has_sign>(a, b, [](int x, int y) { return expression; }); \
  }                                                                           \
  unsigned __v##name##4(unsigned a, unsigned b) noexcept {                    \
    constexpr int bits = 8;                                                   \
    (void)bits;                                                               \
    return each<8, has_sign>(a, b, [](int x, int y) { return expression; });  \
  }
#define SIMT_EACH1(name, has_sign, expression)                              \
  unsigned __v##name##2(unsigned a) noexcept {                              \
    constexpr int bits = 16;                                                \
    (void)bits;                                                             \
    return each<16, has_sign>(a, 0, [](int x, int) { return expression; }); \
  }                                                                         \
  unsigned __v##name##4(unsigned a) noexcept {                              \
    constexpr int bits = 8;                                                 \
    (void)bits;                                                             \
    return each<8, has_sign>(a, 0, [](int x, int) { return expression; });  \
  }
#define SIMT_COMPARE_LANES(name, has_sign, op) \
  SIMT_EACH(cmp##name, has_sign, x op y ? -1 : 0) SIMT_EACH(set##name, has_sign, x op y)

extern "C" {
SIMT_EACH1(abs, true, std::abs(x))
SIMT_EACH1(absss, true, clamp_signed<bits>(std::abs(x)))
SIMT_EACH1(neg, true, -x)
SIMT_EACH1(negss, true, clamp_signed<bits>(-x))
SIMT_EACH(add, false, x + y)
SIMT_EACH(addss, true, clamp_signed<bits>(x + y))
SIMT_EACH(addus, false, clamp_unsigned<bits>(x + y))
SIMT_EACH(sub, false, x - y)
SIMT_EACH(subss, true, clamp_signed<bits>(x - y))
SIMT_EACH(subus, false, clamp_unsigned<bits>(x - y))
SIMT_EACH(avgs, true, (x + y + (x + y >= 0)) >> 1)  // halves are rounded away from zero
SIMT_EACH(avgu, false, (x + y + 1) >> 1)
SIMT_EACH(haddu, false, (x + y) >> 1)
SIMT_EACH(absdiffs, true, std::abs(x - y))
SIMT_EACH(absdiffu, false, std::abs(x - y))
SIMT_EACH(maxs, true, std::max(x, y))
SIMT_EACH(maxu, false, std::max(x, y))
SIMT_EACH(mins, true, std::min(x, y))
SIMT_EACH(minu, false, std::min(x, y))
SIMT_COMPARE_LANES(eq, false, ==)
SIMT_COMPARE_LANES(ne, false, !=)
SIMT_COMPARE_LANES(ges, true, >=)
SIMT_COMPARE_LANES(geu, false, >=)
SIMT_COMPARE_LANES(gts, true, >)
SIMT_COMPARE_LANES(gtu, false, >)
SIMT_COMPARE_LANES(les, true, <=)
SIMT_COMPARE_LANES(leu, false, <=)
SIMT_COMPARE_LANES(lts, true, <)
SIMT_COMPARE_LANES(ltu, false, <)
unsigned __vsads2(unsigned a, unsigned b) noexcept { return sum_of_differences<16, true>(a, b); }
unsigned __vsads4(unsigned a, unsigned b) noexcept { return sum_of_differences<8, true>(a, b); }
unsigned __vsadu2(unsigned a, unsigned b) noexcept { return sum_of_differences<16, false>(a, b); }
unsigned __vsadu4(unsigned a, unsigned b) noexcept { return sum_of_differences<8, false>(a, b); }

unsigned simt_fns(unsigned mask, unsigned base, int offset) noexcept {
  if (base > 31) return ~0u;
  if (offset == 0) return mask >> base & 1 ? base : ~0u;
  const int step = offset > 0 ? 1 : -1;
  int left = std::abs(offset);
  for (int bit = int(base); bit >= 0 && bit < 32; bit += step)
    if ((mask >> bit & 1) && --left == 0) return unsigned(bit);
  return ~0u;
}
}
