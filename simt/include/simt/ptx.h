// What inline PTX becomes (compiler/rewriter/ptx.cpp): registers are unsigned integers of their width.
// Source: PTX ISA, "Instruction Set": shifts are clamped, not masked; fields out of range are empty.
#pragma once

#include "simt/atomics.h"
#include "simt/conversions.h"
#include "simt/copies.h"
#include "simt/device_math.h"
#include "simt/integers.h"
#include "simt/warp.h"

// An access of the caller's line, of up to 16 bytes, counted and checked like any other.
extern "C" unsigned __int128 simt_ptx_load(const void* from, unsigned bytes, int ordered) noexcept;
extern "C" void simt_exit() noexcept;  // ends the thread
extern "C" void simt_ptx_store(void* to, unsigned __int128 bits, unsigned bytes, int ordered) noexcept;

// Barrier objects in shared memory (engine/device_functions/barrier_objects.cpp), and the address behind a number in its window.
extern "C" {
void simt_mbarrier_init(void* at, unsigned count) noexcept;
void simt_mbarrier_end(void* at) noexcept;
std::uint64_t simt_mbarrier_arrive(void* at, unsigned count, int bytes, int leaves) noexcept;
void simt_mbarrier_bytes(void* at, int bytes) noexcept;
int simt_mbarrier_wait(void* at, std::uint64_t token, int by_parity, int polls) noexcept;
unsigned simt_mbarrier_pending(std::uint64_t token) noexcept;
void* simt_shared_pointer(std::uint64_t number) noexcept;
}

#define SIMT_ALWAYS inline __attribute__((always_inline))

namespace simt::ptx {

template <typename To, typename From>
SIMT_ALWAYS To bits(const From& from) {
  if constexpr (std::is_integral_v<From> || std::is_enum_v<From>) {
    return To(from);
  } else if constexpr (std::is_pointer_v<From> || std::is_array_v<From>) {
    return To(reinterpret_cast<unsigned long long>(+from));
  } else {
    To to{};
    __builtin_memcpy(&to, &from, sizeof(from) < sizeof(to) ? sizeof(from) : sizeof(to));
    return to;
  }
}
template <typename To, typename From>
SIMT_ALWAYS void assign(To& to, const From& from) {
  if constexpr (std::is_integral_v<To>) to = To(from);
  else __builtin_memcpy(&to, &from, sizeof(to) < sizeof(from) ? sizeof(to) : sizeof(from));
}
// The low bytes of a register as a number of the operation's type.
template <typename T, typename From>
SIMT_ALWAYS T as(const From& from) {
  if constexpr (std::is_integral_v<T>) {
    return T(from);
  } else {
    T to{};
    __builtin_memcpy(&to, &from, sizeof(to) < sizeof(from) ? sizeof(to) : sizeof(from));
    return to;
  }
}

template <typename T, int count> struct Items {
  T items[count];
};
// `ordered`: volatile, relaxed, acquire or release.
template <typename T, int count, bool ordered>
SIMT_ALWAYS Items<T, count> load(unsigned long long address) {
  const unsigned __int128 bits =
      simt_ptx_load(reinterpret_cast<const void*>(address), sizeof(Items<T, count>), ordered);
  Items<T, count> loaded;
  __builtin_memcpy(&loaded, &bits, sizeof loaded);
  return loaded;
}
// The same by an instruction that L1 does not answer; the model of the caches knows it by this name.
template <typename T, int count, bool ordered>
SIMT_ALWAYS Items<T, count> load_past_l1(unsigned long long address) {
  return load<T, count, ordered>(address);
}
template <typename T, int count, bool ordered>
SIMT_ALWAYS void store(unsigned long long address, const Items<T, count>& stored) {
  unsigned __int128 bits = 0;
  __builtin_memcpy(&bits, &stored, sizeof stored);
  simt_ptx_store(reinterpret_cast<void*>(address), bits, sizeof stored, ordered);
}

SIMT_ALWAYS void* shared(unsigned long long number) { return simt_shared_pointer(number); }
SIMT_ALWAYS unsigned long long in_shared(unsigned long long number) {
  return (unsigned long long)(simt_shared_pointer(number));
}
SIMT_ALWAYS bool inverse(bool x) { return !x; }
template <typename T> SIMT_ALWAYS T inverse(T x) { return T(~x); }
SIMT_ALWAYS long long wide(int x) { return x; }
SIMT_ALWAYS unsigned long long wide(unsigned int x) { return x; }
SIMT_ALWAYS int wide(short x) { return x; }
SIMT_ALWAYS unsigned int wide(unsigned short x) { return x; }
template <typename T> SIMT_ALWAYS T mul_hi(T a, T b) {
  if constexpr (sizeof(T) == 8)
    return T(static_cast<std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>>(a) * b >> 64);
  else return T(wide(a) * wide(b) >> (sizeof(T) * 8));
}
SIMT_ALWAYS float fma(float a, float b, float c) { return ::fmaf(a, b, c); }
SIMT_ALWAYS double fma(double a, double b, double c) { return ::fma(a, b, c); }
SIMT_ALWAYS float root(float x) { return ::sqrtf(x); }
SIMT_ALWAYS double root(double x) { return ::sqrt(x); }
template <typename T> SIMT_ALWAYS T least(T a, T b) { return b < a || a != a ? b : a; }
template <typename T> SIMT_ALWAYS T most(T a, T b) { return a < b || a != a ? b : a; }
template <typename T> SIMT_ALWAYS T magnitude(T x) { return x < 0 ? T(-x) : x; }

template <typename T> SIMT_ALWAYS T shl(T x, unsigned long long by) {
  return unsigned(by) >= sizeof(T) * 8 ? T(0) : T(x << unsigned(by));
}
template <typename T> SIMT_ALWAYS T shr(T x, unsigned long long by) {
  constexpr unsigned last = sizeof(T) * 8 - 1;
  if (unsigned(by) > last) return std::is_signed_v<T> ? T(x >> last) : T(0);
  return T(x >> unsigned(by));
}
// The ISA says that a position and a length are their lowest 8 bits. An H200 does so for 32 bits, and for 64 it takes them whole.
template <typename T>
SIMT_ALWAYS T bfe(T x, unsigned long long position, unsigned long long length) {
  constexpr unsigned width = sizeof(T) * 8;
  const auto low = [](unsigned field) { return width == 64 ? (field < 255 ? field : 255u) : field & 0xff; };
  const unsigned from = low(unsigned(position)), count = low(unsigned(length));
  if (count == 0) return T(0);
  using U = std::make_unsigned_t<T>;
  const unsigned top = from + count - 1 < width - 1 ? from + count - 1 : width - 1;
  const U field = from < width ? U(U(x) >> from) : U(0);
  const U mask = count < width ? U((U(1) << count) - 1) : U(-1);
  const bool negative = std::is_signed_v<T> && (U(x) >> top & 1);
  const U kept = from < width ? U((top - from + 1 < width ? (U(1) << (top - from + 1)) - 1 : U(-1))) : U(0);
  return T(negative ? (field & kept & mask) | U(~(kept & mask)) : field & mask);
}
template <typename T> SIMT_ALWAYS T bfi(T field, T into, unsigned long long position, unsigned long long length) {
  constexpr unsigned width = sizeof(T) * 8;
  const unsigned from = unsigned(position) & 0xff, count = unsigned(length) & 0xff;
  if (from >= width || count == 0) return into;
  const T mask = T((count < width ? (T(1) << count) - 1 : T(-1)) << from);
  return T((into & ~mask) | (T(field << from) & mask));
}
template <typename T> SIMT_ALWAYS unsigned bfind(T x) {
  if (std::is_signed_v<T> && x < 0) x = T(~x);
  return x == 0 ? 0xffffffffu : 63u - unsigned(__builtin_clzll(std::make_unsigned_t<T>(x)));
}
template <typename T> SIMT_ALWAYS unsigned bfind_shift(T x) {
  const unsigned at = bfind(x);
  return at == 0xffffffffu ? at : unsigned(sizeof(T)) * 8 - 1 - at;
}
SIMT_ALWAYS unsigned bmsk(unsigned position, unsigned length) {
  return bfi(0xffffffffu, 0u, position < 32 ? position : 32u, length < 32 ? length : 32u);
}
SIMT_ALWAYS unsigned brev(unsigned x) { return __brev(x); }
SIMT_ALWAYS unsigned long long brev(unsigned long long x) { return __brevll(x); }
SIMT_ALWAYS unsigned clz(unsigned x) { return unsigned(__clz(int(x))); }
SIMT_ALWAYS unsigned clz(unsigned long long x) { return unsigned(__clzll((long long)(x))); }
SIMT_ALWAYS unsigned popc(unsigned x) { return unsigned(__popc(x)); }
SIMT_ALWAYS unsigned popc(unsigned long long x) { return unsigned(__popcll(x)); }
// Unlike __byte_perm, a nibble's highest bit asks for the byte's sign, eight times.
SIMT_ALWAYS unsigned prmt(unsigned a, unsigned b, unsigned selector) {
  const unsigned long long all = (unsigned long long)(b) << 32 | a;
  unsigned out = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned nibble = selector >> (4 * i) & 15, byte = unsigned(all >> ((nibble & 7) * 8) & 0xff);
    out |= (nibble & 8 ? (byte & 0x80 ? 0xffu : 0u) : byte) << (8 * i);
  }
  return out;
}
SIMT_ALWAYS unsigned lop3(unsigned a, unsigned b, unsigned c, unsigned long long table) {
  unsigned out = 0;
  for (unsigned i = 0; i < 8; ++i)
    if (table >> i & 1) out |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  return out;
}

// c holds the segment's mask from bit 8 on and the clamp in its low 5 bits.
struct Segment {
  int lane, first, last;
  SIMT_ALWAYS explicit Segment(unsigned c)
      : lane(int(simt_lane())), first(lane & int(c >> 8 & 31)), last(first | int(c & 31 & ~(c >> 8 & 31))) {}
};
SIMT_ALWAYS unsigned from_lane(unsigned value, int lane, bool within, unsigned mask, bool& found) {
  found = within;
  return __shfl_sync(mask, value, within ? lane : int(simt_lane()));
}
SIMT_ALWAYS unsigned shfl_up(
    unsigned value, unsigned long long by, unsigned long long c, unsigned long long mask, bool& found) {
  const Segment segment{unsigned(c)};
  const int lane = segment.lane - int(by & 31);
  return from_lane(value, lane, lane >= segment.last, unsigned(mask), found);
}
SIMT_ALWAYS unsigned shfl_down(
    unsigned value, unsigned long long by, unsigned long long c, unsigned long long mask, bool& found) {
  const Segment segment{unsigned(c)};
  const int lane = segment.lane + int(by & 31);
  return from_lane(value, lane, lane <= segment.last, unsigned(mask), found);
}
SIMT_ALWAYS unsigned shfl_bfly(
    unsigned value, unsigned long long by, unsigned long long c, unsigned long long mask, bool& found) {
  const Segment segment{unsigned(c)};
  const int lane = segment.lane ^ int(by & 31);
  return from_lane(value, lane, lane <= segment.last, unsigned(mask), found);
}
SIMT_ALWAYS unsigned shfl_idx(
    unsigned value, unsigned long long from, unsigned long long c, unsigned long long mask, bool& found) {
  const Segment segment{unsigned(c)};
  const int lane = segment.first | int(from & 31 & ~(c >> 8 & 31));
  return from_lane(value, lane, lane <= segment.last, unsigned(mask), found);
}

}  // namespace simt::ptx

#undef SIMT_ALWAYS
