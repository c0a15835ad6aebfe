// The variables of a program that kernels may touch: __device__, __managed__, __constant__, and statics of functions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace simt {

// weak: a template of a variable or an inline one, which may be the host's as well.
enum class VariableKind : std::uint8_t { device, managed, constant, local_static, weak, other };

struct Variable {
  std::uint64_t begin = 0, bytes = 0;
  std::string name;
  VariableKind kind = VariableKind::other;

  bool holds(std::uint64_t address) const { return address - begin < bytes; }
};

// A __shared__ variable: where it lies in its image's thread-local storage.
struct SharedVariable {
  std::uint64_t image = 0;  // an address in the image, as image_anchors() gives it
  std::uint64_t offset = 0, bytes = 0;
  std::string symbol;  // mangled
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
  bool none() const { return all_.empty(); }
  template <typename Each>
  void each_managed(Each each) const {
    for (const Variable& variable : all_)
      if (variable.kind == VariableKind::managed) each(variable);
  }
  // Those that a kernel may leave other than it found them.
  template <typename Each>
  void each_changeable(Each each) const {
    for (const Variable& variable : all_)
      if (variable.kind == VariableKind::device || variable.kind == VariableKind::managed) each(variable);
  }
  // Those of which each device has its own.
  template <typename Each>
  void each_of_devices(Each each) const {
    for (const Variable& variable : all_)
      if (variable.kind == VariableKind::device || variable.kind == VariableKind::constant) each(variable);
  }
  // Bytes of the __shared__ variables in the body of the kernel of this mangled name.
  std::uint64_t shared_bytes(const std::string& kernel) const;
  const std::vector<SharedVariable>& shared() const { return shared_; }
  // False for an image that was stripped of its symbols.
  bool has_symbols(std::uint64_t image) const {
    return std::find(images_.begin(), images_.end(), image) != images_.end();
  }
  bool in_one(std::uint64_t address, std::uint64_t bytes) const;  // all of it in one of those that `at` finds
  // From the first to the last variable of the images: a quick "no" for everything else.
  bool may_hold(std::uint64_t address) const { return address - lowest_ < span_; }

 private:
  friend class VariableReader;
  std::vector<Variable> all_, others_;  // by address: those of kernels, those of the host
  std::vector<SharedVariable> shared_;
  std::vector<std::uint64_t> images_;  // those with symbols
  std::uint64_t lowest_ = 0, span_ = 0;
};

// Whether a copy may treat [address, + bytes) as device memory: all of it in one __device__, __managed__ or __constant__ variable.
bool in_device_variable(std::uint64_t address, std::uint64_t bytes);

}  // namespace simt
