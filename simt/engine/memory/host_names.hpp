// The host's side of __device__ and __constant__ variables: whether an address is one of the device or just a name in host code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "simt/engine/memory/variables.hpp"

namespace simt {

// The host is told the address of the variable that holds `address`; of each one whose address stands in the bytes.
void tell_address(std::uint64_t address);
void tell_addresses_in(const void* from, std::size_t bytes);

// The variable at `address` that the host knows by its name only, or null.
const Variable* hosts_name_at(std::uint64_t address);

// While it lives, the addresses of such variables among a kernel's arguments are those of shadows, which no kernel may touch.
class HiddenArguments {
 public:
  HiddenArguments(const void* arguments, std::size_t bytes);
  ~HiddenArguments();
  HiddenArguments(const HiddenArguments&) = delete;

 private:
  static void put(std::uint64_t at, std::uint64_t word);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> was_;  // where, what
};
// The variable whose shadow a kernel has at `address`, or null.
const Variable* shadow_at(std::uint64_t address);

}  // namespace simt
