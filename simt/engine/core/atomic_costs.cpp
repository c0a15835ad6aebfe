// What atomics come to (atomic_costs.hpp).
#include "simt/engine/core/atomic_costs.hpp"

#include <algorithm>
#include <bit>

#include "simt/include/simt/atomics.h"
#include "simt/include/simt/h200.h"
#include "simt/simt.hpp"

namespace simt {
namespace {

constexpr std::uint64_t bank_line = banks * word_bytes;

std::uint64_t packed(std::uint32_t active, unsigned bytes) {
  return (unsigned(std::popcount(active)) * bytes + bank_line - 1) / bank_line;
}

// The lanes that are served together: of 8 bytes each, half a warp.
constexpr unsigned lanes_together(unsigned bytes) { return bytes > word_bytes ? warp_lanes / 2 : warp_lanes; }
std::uint32_t part(std::uint32_t active, unsigned begin, unsigned bytes) {
  return active & (0xffffffffu >> (warp_lanes - lanes_together(bytes))) << begin;
}

}  // namespace

bool AtomicUse::is_loop() const {
  const AtomicType what{type};
  const AtomicOp how{op};
  if (how == AtomicOp::exchange || how == AtomicOp::compare_and_swap) return false;
  return what != AtomicType::i32 && what != AtomicType::u32;
}

bool AtomicUse::has_reduction() const {
  const AtomicOp how{op};
  return how != AtomicOp::exchange && how != AtomicOp::compare_and_swap && AtomicType{type} < AtomicType::u16;
}

bool AtomicUse::adds_up(bool result_is_used) const {
  const AtomicType what{type};
  return (what == AtomicType::i32 || what == AtomicType::u32) && AtomicOp{op} < AtomicOp::exchange &&
         (!result_is_used || is_constant);
}

// Each round takes the first lane of every bank, of both halves if a lane has 8 bytes; of two at the same word one fails.
AtomicCosts::Passes AtomicCosts::of_loop(const std::uint64_t* address, std::uint32_t active, unsigned bytes) {
  const unsigned together = lanes_together(bytes);
  Passes passes;
  while (active) {
    const auto loads = std::uint64_t(count_wavefronts(address, active, int(bytes), false));
    passes.all += loads;
    passes.ideal += std::min(loads, packed(active, bytes));
    std::uint32_t done = 0;
    for (unsigned begin = 0; begin < warp_lanes; begin += together) {
      const std::uint32_t lanes = part(active, begin, bytes);
      if (!lanes) continue;
      passes.all += 2;
      std::uint32_t taken = 0;  // banks
      for (std::uint32_t left = lanes; left; left &= left - 1) {
        const int lane = std::countr_zero(left);
        const std::uint32_t bank = 1u << address[lane] / word_bytes % banks;
        if (taken & bank) continue;
        taken |= bank;
        bool fails = false;
        for (std::uint32_t earlier = done; earlier && !fails; earlier &= earlier - 1)
          fails = address[std::countr_zero(earlier)] / bytes == address[lane] / bytes;
        if (!fails) done |= 1u << lane;
      }
    }
    passes.ideal += 2 * packed(active, bytes);
    active &= ~done;
  }
  return passes;
}

void AtomicCosts::request(Space space, const AtomicUse& use, std::uint64_t block, const std::uint64_t* address,
    std::uint32_t active, unsigned bytes, bool again) {
  const std::uint64_t first = address[std::countr_zero(active)];
  if (one_place_) {
    if (block != block_) block_ = block, place_ = first;
    bool same = first == place_;
    if (!again || std::popcount(active) > 1)
      for (std::uint32_t left = active; left && same; left &= left - 1) same = address[std::countr_zero(left)] == first;
    one_place_ = same;
  }
  if (space != Space::shared) return;
  if (!again) {
    if (use.is_loop()) {
      last_loop_ = of_loop(address, active, std::max(bytes, word_bytes));
    } else {
      last_apart_ = {};
      for (unsigned begin = 0; begin < warp_lanes; begin += lanes_together(bytes)) {
        unsigned lanes[banks] = {}, most = 0;
        for (std::uint32_t left = part(active, begin, bytes); left; left &= left - 1)
          most = std::max(most, ++lanes[address[std::countr_zero(left)] / word_bytes % banks]);
        last_apart_.all += most;
      }
    }
  }
  apart_.all += last_apart_.all;
  loop_.all += last_loop_.all, loop_.ideal += last_loop_.ideal;
}

void AtomicCosts::add(const AtomicCosts& other) {
  one_place_ &= other.one_place_;
  apart_.all += other.apart_.all;
  loop_.all += other.loop_.all, loop_.ideal += other.loop_.ideal;
}

void AtomicCosts::settle(Counters& counters, Space space, const AtomicUse& use, bool result_is_used) const {
  const AtomicOp op{use.op};
  if (one_place_ && use.adds_up(result_is_used)) {
    if (space == Space::global) counters.passed_sectors = counters.requests;
  } else if (space == Space::shared && use.is_loop()) {
    counters.wavefronts = loop_.all, counters.ideal_wavefronts = loop_.ideal;
  } else if (space == Space::shared &&
             (op != AtomicOp::add || !use.is_constant || use.operand != 1 || result_is_used)) {
    const unsigned times = op == AtomicOp::compare_and_swap ? 2 : 1;
    counters.wavefronts = times * apart_.all;
    counters.ideal_wavefronts *= times;
  }
}

}  // namespace simt
