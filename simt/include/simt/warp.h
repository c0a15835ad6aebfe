// Warp-level primitives: votes, shuffles, matches, reductions, and the barrier of a warp.
// Source: CUDA C++ Programming Guide, "Warp Vote/Match/Reduce/Shuffle Functions", "__syncwarp".
#pragma once

#include <cstdint>
#include <type_traits>

#define SIMT_ALWAYS inline __attribute__((always_inline))

namespace simt {

enum class WarpOp : int {
  sync,
  ballot,
  active,
  shuffle_index,
  shuffle_up,
  shuffle_down,
  shuffle_xor,
  match_any,
  match_all,
  reduce_add,
  reduce_min,
  reduce_max,
  reduce_min_signed,
  reduce_max_signed,
  reduce_and,
  reduce_or,
  reduce_xor,
  copies  // wait for asynchronous copies
};

// Stops the lane until every lane in `mask` has come, then gives each its result. `parameter` is a
// shuffle's lane or distance, `width` its segment.
extern "C" std::uint64_t simt_warp(int op, unsigned mask, std::uint64_t value, int parameter, int width) noexcept;
// The same where only values pass from lane to lane: like nvcc, g++ need not load again behind it what it has loaded before.
// A call with the same arguments may give something else, which `call` stands for.
extern "C" std::uint64_t simt_exchange(int op, unsigned mask, std::uint64_t value, int parameter, int width,
    int call) noexcept __asm__("simt_warp") __attribute__((pure));
extern "C" unsigned simt_lane() noexcept __attribute__((const));

SIMT_ALWAYS std::uint64_t exchange(
    WarpOp op, unsigned mask, std::uint64_t value = 0, int parameter = 0, int width = 32) {
  int call;
  __asm__ volatile("" : "=r"(call));
  value = simt_exchange(int(op), mask, value, parameter, width, call);
  __asm__ volatile("" ::"r"(value));  // here, and not where the result is needed
  return value;
}

template <typename T>
SIMT_ALWAYS T shuffle(WarpOp op, unsigned mask, T value, int parameter, int width) {
  static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>);
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  bits = exchange(op, mask, bits, parameter, width);
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace simt

SIMT_ALWAYS void __syncwarp(unsigned mask = 0xffffffffu) {
  ::simt::simt_warp(int(::simt::WarpOp::sync), mask, 0, 0, 32);
}
SIMT_ALWAYS unsigned __activemask() { return unsigned(::simt::exchange(::simt::WarpOp::active, 0)); }
SIMT_ALWAYS unsigned __ballot_sync(unsigned mask, int predicate) {
  return unsigned(::simt::exchange(::simt::WarpOp::ballot, mask, predicate != 0));
}
SIMT_ALWAYS int __any_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }
// Only lanes that are here vote, so "all" means that no lane of the vote said no.
SIMT_ALWAYS int __all_sync(unsigned mask, int predicate) { return __ballot_sync(mask, !predicate) == 0; }
SIMT_ALWAYS int __uni_sync(unsigned mask, int predicate) {
  const unsigned yes = __ballot_sync(mask, predicate), no = __ballot_sync(mask, !predicate);
  return yes == 0 || no == 0;
}

#define SIMT_SHUFFLE(T)                                                                    \
  SIMT_ALWAYS T __shfl_sync(unsigned mask, T value, int lane, int width = 32) {            \
    return ::simt::shuffle(::simt::WarpOp::shuffle_index, mask, value, lane, width);       \
  }                                                                                        \
  SIMT_ALWAYS T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {   \
    return ::simt::shuffle(::simt::WarpOp::shuffle_up, mask, value, int(delta), width);    \
  }                                                                                        \
  SIMT_ALWAYS T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) { \
    return ::simt::shuffle(::simt::WarpOp::shuffle_down, mask, value, int(delta), width);  \
  }                                                                                        \
  SIMT_ALWAYS T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32) {       \
    return ::simt::shuffle(::simt::WarpOp::shuffle_xor, mask, value, lanes, width);        \
  }
SIMT_SHUFFLE(int)
SIMT_SHUFFLE(unsigned int)
SIMT_SHUFFLE(long)
SIMT_SHUFFLE(unsigned long)
SIMT_SHUFFLE(long long)
SIMT_SHUFFLE(unsigned long long)
SIMT_SHUFFLE(float)
SIMT_SHUFFLE(double)
#undef SIMT_SHUFFLE

template <typename T>
SIMT_ALWAYS unsigned __match_any_sync(unsigned mask, T value) {
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  return unsigned(::simt::exchange(::simt::WarpOp::match_any, mask, bits));
}
template <typename T>
SIMT_ALWAYS unsigned __match_all_sync(unsigned mask, T value, int* predicate) {
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  const unsigned all = unsigned(::simt::exchange(::simt::WarpOp::match_all, mask, bits));
  *predicate = all != 0;
  return all;
}

#define SIMT_REDUCE(name, T, op) \
  SIMT_ALWAYS T name(unsigned mask, T value) { return T(::simt::exchange(::simt::WarpOp::op, mask, unsigned(value))); }
SIMT_REDUCE(__reduce_add_sync, unsigned, reduce_add)
SIMT_REDUCE(__reduce_add_sync, int, reduce_add)
SIMT_REDUCE(__reduce_min_sync, unsigned, reduce_min)
SIMT_REDUCE(__reduce_min_sync, int, reduce_min_signed)
SIMT_REDUCE(__reduce_max_sync, unsigned, reduce_max)
SIMT_REDUCE(__reduce_max_sync, int, reduce_max_signed)
SIMT_REDUCE(__reduce_and_sync, unsigned, reduce_and)
SIMT_REDUCE(__reduce_or_sync, unsigned, reduce_or)
SIMT_REDUCE(__reduce_xor_sync, unsigned, reduce_xor)
#undef SIMT_REDUCE
#undef SIMT_ALWAYS
