// What an H200's SM holds, and how many blocks of a kernel that makes. Held against the API's answers by the lab occupancy.
#pragma once

#include <algorithm>
#include <string>

#include "simt/include/simt/h200.h"

namespace multiprocessor {

constexpr int warps = int(simt::h200::warps_of_multiprocessor), blocks = int(simt::h200::blocks_of_multiprocessor);
constexpr int registers = 65536, quarters = 4, register_unit = 256;
constexpr int shared_bytes = int(simt::h200::shared_bytes_of_multiprocessor),
              reserved = int(simt::h200::shared_bytes_reserved);
constexpr int shared_unit = 128;

constexpr int up(int value, int unit) { return (value + unit - 1) / unit * unit; }
constexpr int warps_of(int threads) { return up(threads, 32) / 32; }

// Warps that the registers are enough for: whole ones in each quarter of the SM.
constexpr int warps_by_registers(int of_thread) {
  return registers / quarters / up(of_thread * 32, register_unit) * quarters;
}

struct Limits {
  int warps = 0, blocks = 0, registers = 0, shared = 0;
  int least() const { return std::min({warps, blocks, registers, shared}); }
};

inline Limits limits(int threads, int of_thread, int shared_of_block) {
  const int of_block = warps_of(threads);
  return {multiprocessor::warps / of_block, multiprocessor::blocks, warps_by_registers(of_thread) / of_block,
      shared_bytes / up(shared_of_block + reserved, shared_unit)};
}

inline int blocks_that_fit(int threads, int of_thread, int shared_of_block) {
  return limits(threads, of_thread, shared_of_block).least();
}

}  // namespace multiprocessor
