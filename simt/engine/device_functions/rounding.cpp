// Arithmetic and conversions with a rounding mode (include/simt/conversions.h, device_math.h): the host's
// floating-point unit is told the mode, works, and is told the old one again.
#include <cfenv>
#include <cmath>
#include <limits>
#include <type_traits>

#include "simt/include/simt/conversions.h"
#include "simt/include/simt/device_math.h"

namespace {

class Rounding {
 public:
  explicit Rounding(int mode) : before_(std::fegetround()) { std::fesetround(mode); }
  ~Rounding() { std::fesetround(before_); }
  Rounding(const Rounding&) = delete;

 private:
  int before_;
};

// Kept where the compiler cannot move the arithmetic out of the mode's scope.
template <typename T>
T opaque(T value) {
  volatile T kept = value;
  return kept;
}

// The one not-a-number that a GPU's arithmetic gives. Source: PTX ISA, "Floating Point Instructions".
float canonical(float x) { return std::isnan(x) ? simt::bits_as<float>(0x7fffffff) : x; }
double canonical(double x) { return std::isnan(x) ? simt::bits_as<double>(0xfff8000000000000ll) : x; }

template <typename F>
auto rounded(int mode, F f) {
  const Rounding scope(mode);
  return opaque(canonical(f()));
}

template <typename To, typename From>
To to_integer(From x, int mode) {
  if (std::isnan(x)) return sizeof(To) == 8 || sizeof(From) == 8 ? To(To(1) << (sizeof(To) * 8 - 1)) : To(0);
  const Rounding scope(mode);
  const From whole = std::nearbyint(opaque(x));
  // 2^31, 2^32, 2^63 or 2^64: exact in either type, which the greatest integer may not be.
  const From beyond = std::ldexp(From(1), std::numeric_limits<To>::digits);
  if (whole >= beyond) return std::numeric_limits<To>::max();
  if (whole < From(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
  return To(whole);
}

template <typename To, typename From>
To to_real(From x, int mode) {
  const Rounding scope(mode);
  return opaque(static_cast<To>(opaque(x)));
}

}  // namespace

#define SIMT_MODES(define) \
  define(_rn, FE_TONEAREST) define(_rz, FE_TOWARDZERO) define(_ru, FE_UPWARD) define(_rd, FE_DOWNWARD)
#define SIMT_ARITHMETIC(suffix, mode)                                                \
  float __fadd##suffix(float a, float b) noexcept {                                  \
    return rounded(mode, [&] { return opaque(a) + opaque(b); });                     \
  }                                                                                  \
  float __fsub##suffix(float a, float b) noexcept {                                  \
    return rounded(mode, [&] { return opaque(a) - opaque(b); });                     \
  }                                                                                  \
  float __fmul##suffix(float a, float b) noexcept {                                  \
    return rounded(mode, [&] { return opaque(a) * opaque(b); });                     \
  }                                                                                  \
  float __fdiv##suffix(float a, float b) noexcept {                                  \
    return rounded(mode, [&] { return opaque(a) / opaque(b); });                     \
  }                                                                                  \
  float __frcp##suffix(float a) noexcept {                                           \
    return rounded(mode, [&] { return 1.0f / opaque(a); });                          \
  }                                                                                  \
  float __fsqrt##suffix(float a) noexcept {                                          \
    return rounded(mode, [&] { return std::sqrt(opaque(a)); });                      \
  }                                                                                  \
  float __fmaf##suffix(float a, float b, float c) noexcept {                         \
    return rounded(mode, [&] { return std::fma(opaque(a), opaque(b), opaque(c)); }); \
  }                                                                                  \
  double __dadd##suffix(double a, double b) noexcept {                               \
    return rounded(mode, [&] { return opaque(a) + opaque(b); });                     \
  }                                                                                  \
  double __dsub##suffix(double a, double b) noexcept {                               \
    return rounded(mode, [&] { return opaque(a) - opaque(b); });                     \
  }                                                                                  \
  double __dmul##suffix(double a, double b) noexcept {                               \
    return rounded(mode, [&] { return opaque(a) * opaque(b); });                     \
  }                                                                                  \
  double __ddiv##suffix(double a, double b) noexcept {                               \
    return rounded(mode, [&] { return opaque(a) / opaque(b); });                     \
  }                                                                                  \
  double __drcp##suffix(double a) noexcept {                                         \
    return rounded(mode, [&] { return 1.0 / opaque(a); });                           \
  }                                                                                  \
  double __dsqrt##suffix(double a) noexcept {                                        \
    return rounded(mode, [&] { return std::sqrt(opaque(a)); });                      \
  }                                                                                  \
  double __fma##suffix(double a, double b, double c) noexcept {                      \
    return rounded(mode, [&] { return std::fma(opaque(a), opaque(b), opaque(c)); }); \
  }
#define SIMT_CONVERSIONS(suffix, mode)                                                                           \
  int __float2int##suffix(float x) noexcept { return to_integer<int>(x, mode); }                                 \
  unsigned __float2uint##suffix(float x) noexcept { return to_integer<unsigned>(x, mode); }                      \
  long long __float2ll##suffix(float x) noexcept { return to_integer<long long>(x, mode); }                      \
  unsigned long long __float2ull##suffix(float x) noexcept { return to_integer<unsigned long long>(x, mode); }   \
  int __double2int##suffix(double x) noexcept { return to_integer<int>(x, mode); }                               \
  unsigned __double2uint##suffix(double x) noexcept { return to_integer<unsigned>(x, mode); }                    \
  long long __double2ll##suffix(double x) noexcept { return to_integer<long long>(x, mode); }                    \
  unsigned long long __double2ull##suffix(double x) noexcept { return to_integer<unsigned long long>(x, mode); } \
  float __double2float##suffix(double x) noexcept { return to_real<float>(x, mode); }                            \
  float __int2float##suffix(int x) noexcept { return to_real<float>(x, mode); }                                  \
  float __uint2float##suffix(unsigned x) noexcept { return to_real<float>(x, mode); }                            \
  float __ll2float##suffix(long long x) noexcept { return to_real<float>(x, mode); }                             \
  float __ull2float##suffix(unsigned long long x) noexcept {                                                     \
    return to_real<float>(static_cast<long double>(x), mode);                                                    \
  }                                                                                                              \
  double __ll2double##suffix(long long x) noexcept { return to_real<double>(x, mode); }                          \
  double __ull2double##suffix(unsigned long long x) noexcept {                                                   \
    return to_real<double>(static_cast<long double>(x), mode);                                                   \
  }

extern "C" {
SIMT_MODES(SIMT_ARITHMETIC)
SIMT_MODES(SIMT_CONVERSIONS)
// 1/sqrt in the wider format, then rounded once: 64 bits are enough for 24.
float __frsqrt_rn(float x) noexcept { return canonical(float(1.0L / std::sqrt(static_cast<long double>(x)))); }
}
