// What atomics come to where that depends on which operation it is, and on what nvcc knows of it.
//
// As measured on an H100 (tests/simt/calibration/shared_atomics.cu): in shared memory an atomic takes as many passes as one bank
// has lanes, whether or not they ask for the same word; a compare and swap twice as many. Only the addition of a constant 1
// whose result nobody wants takes all lanes of a word at once. For floats, and for all of 64 bits, nvcc writes a loop: a load,
// and a compare and swap in which one lane of each bank has success. Of lanes that all go to one place nvcc makes one lane, if it
// sees that and can add up what they bring. Where nobody reads the old value it makes a reduction, if there is one: not of an exchange,
// nor of a compare and swap, nor of 16-bit floats, whose addition is assembly (atomics_dropped.cu, on an H200). What nvcc sees is not known here: so it is judged by all that happened in a block.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "simt/record.hpp"

namespace simt {

// Which operation an instruction is, in numbers of AtomicOp and AtomicType, and whether all lanes bring the same.
struct AtomicUse {
  int op = 0, type = 0;
  std::uint64_t operand = 0;
  bool is_constant = true;

  void bring(std::uint64_t value) { is_constant &= value == operand; }
  void add(const AtomicUse& other) { is_constant &= other.is_constant && other.operand == operand; }
  bool is_loop() const;        // in shared memory
  bool has_reduction() const;  // which needs no old value; else it has one, whether or not anybody reads it
  bool adds_up(bool result_is_used) const;  // nvcc can make one of many lanes' at one place
};
using AtomicUses = std::unordered_map<std::uint64_t, AtomicUse>;  // by code address

// What the requests of an instruction come to, however nvcc takes them.
class AtomicCosts {
 public:
  void request(Space space, const AtomicUse& use, std::uint64_t block, const std::uint64_t* address,
      std::uint32_t active, unsigned bytes, bool again);
  void add(const AtomicCosts& other);
  // Puts the costs right that were counted as if all lanes of a word went at once.
  void settle(Counters& counters, Space space, const AtomicUse& use, bool result_is_used) const;

 private:
  struct Passes {
    std::uint64_t all = 0, ideal = 0;
  };
  static Passes of_loop(const std::uint64_t* address, std::uint32_t active, unsigned bytes);

  bool one_place_ = true;  // of all lanes of a block
  std::uint64_t block_ = ~std::uint64_t(0), place_ = 0;
  Passes apart_, last_apart_, loop_, last_loop_;
};

}  // namespace simt
