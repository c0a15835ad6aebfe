// What an instruction does to numbers, whatever processor it is of; and Capstone.
#pragma once

#include <capstone/capstone.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "simt/engine/memory/return_guard.hpp"

namespace simt {

// What an instruction does to a number in a register or in the function's frame.
struct Number {
  std::uint64_t where = 0;  // 0: none
  bool is_read = false, is_written = false;
  bool becomes_constant = false, moves_by_constant = false;
  bool may_be_float = false;
  bool is_one = false;      // what it moves by
  bool is_widened = false;  // from 32 bits to 64, with its sign
  bool is_copied = false;   // or made an address of, and nothing else
  bool is_loaded = false;   // the instruction reads what lies elsewhere in memory
};

// What an instruction makes of registers: the one, and the other, or what lies under a mask of it, so many times, and a constant.
// By their numbers' places; 0: none.
struct Sum {
  std::uint64_t of = 0, and_of = 0;
  std::int64_t times = 1;
  std::uint64_t mask = 0;  // 0: there is none
};

}  // namespace simt
