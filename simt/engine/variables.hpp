// The variables of a program that kernels may touch: __device__, __managed__, __constant__, and statics of functions.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace simt {

enum class VariableKind : std::uint8_t { device, managed, constant, local_static, other };

struct Variable {
  std::uint64_t begin = 0, bytes = 0;
  std::string name;
  VariableKind kind = VariableKind::other;

  bool holds(std::uint64_t address) const { return address - begin < bytes; }
};

class Variables {
 public:
  // As the images that are loaded now have them; a table stays valid and unchanged for as long as it is held.
  static std::shared_ptr<const Variables> of_process();

  // The variable at `address`, or null.
  const Variable* at(std::uint64_t address) const;
  // The host's variable at `address`, or null.
  const Variable* of_host_at(std::uint64_t address) const;
  // A variable of kernels that ends at most 4096 bytes before `address` or begins at most so far behind it, or null.
  const Variable* nearest(std::uint64_t address) const;
  // Bytes of the __shared__ variables in the body of the kernel of this mangled name.
  std::uint64_t shared_bytes(const std::string& kernel) const;
  // From the first to the last variable of the images: a quick "no" for everything else.
  bool may_hold(std::uint64_t address) const { return address - lowest_ < span_; }

 private:
  friend class VariableReader;
  std::vector<Variable> all_, others_;  // by address: those of kernels, those of the host
  std::vector<std::pair<std::string, std::uint64_t>> shared_;  // mangled names and sizes
  std::uint64_t lowest_ = 0, span_ = 0;
};

// Whether a copy may treat [address, + bytes) as device memory: all of it in one __device__, __managed__ or __constant__ variable.
bool in_device_variable(std::uint64_t address, std::uint64_t bytes);

}  // namespace simt
