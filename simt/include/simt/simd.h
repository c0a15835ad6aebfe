// Video instructions: two halves or four bytes of a word at once.
// Source: CUDA Math API, "SIMD Intrinsics". They are library functions (engine/device_functions/simd.cpp): a loop over the
// parts, inlined, would add its blocks to the kernel's.
#pragma once

extern "C" {
#define SIMT_UNARY(name)                                                     \
  unsigned int __v##name##2(unsigned int a) noexcept __attribute__((const)); \
  unsigned int __v##name##4(unsigned int a) noexcept __attribute__((const));
#define SIMT_BINARY(name)                                                                    \
  unsigned int __v##name##2(unsigned int a, unsigned int b) noexcept __attribute__((const)); \
  unsigned int __v##name##4(unsigned int a, unsigned int b) noexcept __attribute__((const));
#define SIMT_COMPARE(name) SIMT_BINARY(cmp##name) SIMT_BINARY(set##name)
// clang-format off: what stands on a line belongs together
SIMT_UNARY(abs) SIMT_UNARY(absss) SIMT_UNARY(neg) SIMT_UNARY(negss)
SIMT_BINARY(add) SIMT_BINARY(addss) SIMT_BINARY(addus) SIMT_BINARY(sub) SIMT_BINARY(subss) SIMT_BINARY(subus)
SIMT_BINARY(avgs) SIMT_BINARY(avgu) SIMT_BINARY(haddu) SIMT_BINARY(absdiffs) SIMT_BINARY(absdiffu)
SIMT_BINARY(sads) SIMT_BINARY(sadu) SIMT_BINARY(maxs) SIMT_BINARY(maxu) SIMT_BINARY(mins) SIMT_BINARY(minu)
SIMT_COMPARE(eq) SIMT_COMPARE(ne) SIMT_COMPARE(ges) SIMT_COMPARE(geu) SIMT_COMPARE(gts) SIMT_COMPARE(gtu)
SIMT_COMPARE(les) SIMT_COMPARE(leu) SIMT_COMPARE(lts) SIMT_COMPARE(ltu)
// clang-format on
#undef SIMT_UNARY
#undef SIMT_BINARY
#undef SIMT_COMPARE
}
