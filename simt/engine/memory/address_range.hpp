// A stretch of addresses.
#pragma once

#include <cstdint>

namespace simt {

struct AddressRange {
  std::uint64_t begin = 0, bytes = 0;
  bool holds(std::uint64_t address) const { return address - begin < bytes; }
  bool holds(std::uint64_t address, std::uint64_t count) const {
    return address - begin < bytes && count <= bytes - (address - begin);
  }
};

}  // namespace simt
