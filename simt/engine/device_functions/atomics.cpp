// Atomic functions: one place in memory changed as a whole, in an order that is the same every run.
//
// Threads of a block take turns by construction. Blocks run on several host threads; the first global
// atomic of a block (or volatile access: hooks.cpp) waits until all blocks below it have ended, so that the order is
// that of the blocks.
#include "simt/include/simt/atomics.h"

#include <bit>
#include <cstring>

#include "simt/engine/core/worker.hpp"
#include "simt/include/simt/narrow_float_bits.h"

namespace simt {
namespace {

template <typename T>
T apply(AtomicOp op, T old, T operand, T compare) {
  switch (op) {
    case AtomicOp::add:
      return T(old + operand);
    case AtomicOp::sub:
      return T(old - operand);
    case AtomicOp::min:
      return operand < old ? operand : old;
    case AtomicOp::max:
      return operand > old ? operand : old;
    case AtomicOp::exchange:
      return operand;
    case AtomicOp::compare_and_swap:
      return old == compare ? operand : old;
    case AtomicOp::increment:
      return old >= operand ? T(0) : T(old + 1);
    case AtomicOp::decrement:
      return old == 0 || old > operand ? operand : T(old - 1);
    default:
      break;
  }
  if constexpr (std::is_integral_v<T>) {
    if (op == AtomicOp::bit_and) return T(old & operand);
    if (op == AtomicOp::bit_or) return T(old | operand);
    if (op == AtomicOp::bit_xor) return T(old ^ operand);
  }
  return old;
}

template <typename T>
std::uint64_t update(void* address, AtomicOp op, std::uint64_t operand, std::uint64_t compare) {
  T old, with, against;
  std::memcpy(&old, address, sizeof old);
  std::memcpy(&with, &operand, sizeof with);
  std::memcpy(&against, &compare, sizeof against);
  const T now = apply(op, old, with, against);
  std::memcpy(address, &now, sizeof now);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &old, sizeof old);
  return bits;
}

// One or two 16-bit numbers, for which there is no type here.
template <int count>
std::uint64_t add(void* address, std::uint64_t operand, std::uint16_t (*sum)(std::uint16_t, std::uint16_t)) {
  std::uint16_t old[count], with[count], now[count];
  std::memcpy(old, address, sizeof old);
  std::memcpy(with, &operand, sizeof with);
  for (int i = 0; i < count; ++i) now[i] = sum(old[i], with[i]);
  std::memcpy(address, now, sizeof now);
  std::uint64_t bits = 0;
  std::memcpy(&bits, old, sizeof old);
  return bits;
}

}  // namespace

}  // namespace simt

using namespace simt;

extern "C" {

AtomicOld simt_atomic(void* address, int op, int type, std::uint64_t operand, std::uint64_t compare) noexcept {
  static constexpr unsigned widths[] = {4, 4, 8, 8, 4, 8, 2, 2, 4, 2, 4};
  const auto site = reinterpret_cast<std::uint64_t>(__builtin_return_address(0));
  const AtomicOp what = AtomicOp(op);
  if (Lane* lane = current_lane) {
    // Known before it is noted: in a warp's order the request may be counted at once.
    lane->worker->atomics.try_emplace(site & address_bits, AtomicUse{op, type, operand}).first->second.bring(operand);
    check_and_note(*lane, address, widths[type], EventKind::red, site);
    if (what < AtomicOp::exchange) lane->worker->atomic_operations |= 1u << (what == AtomicOp::sub ? 0 : op);
    else lane->worker->ordered_atomics.insert(site & address_bits);
  }
  switch (AtomicType(type)) {
    case AtomicType::i32:
      return {update<std::int32_t>(address, what, operand, compare), site};
    case AtomicType::u32:
      return {update<std::uint32_t>(address, what, operand, compare), site};
    case AtomicType::i64:
      return {update<std::int64_t>(address, what, operand, compare), site};
    case AtomicType::u64:
      return {update<std::uint64_t>(address, what, operand, compare), site};
    case AtomicType::f32:
      return {update<float>(address, what, operand, compare), site};
    case AtomicType::f64:
      return {update<double>(address, what, operand, compare), site};
    case AtomicType::u16:
      return {update<std::uint16_t>(address, what, operand, compare), site};
    case AtomicType::half:
      return {add<1>(address, operand, simt_half_add), site};
    case AtomicType::half2:
      return {add<2>(address, operand, simt_half_add), site};
    case AtomicType::bfloat16:
      return {add<1>(address, operand, simt_bfloat16_add), site};
    case AtomicType::bfloat162:
      return {add<2>(address, operand, simt_bfloat16_add), site};
  }
  return {0, site};
}

std::uint64_t simt_atomic_result(std::uint64_t bits, std::uint64_t site) noexcept {
  if (Lane* lane = current_lane) lane->worker->used_results.insert(site & 0xffffffffffff);
  return bits;
}
}
