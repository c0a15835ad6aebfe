// The __shared__ variables of one host thread, which a worker's blocks use in turn, and the block's dynamic shared memory.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "simt/engine/memory/address_range.hpp"

namespace simt {

struct SharedArray : AddressRange {
  std::string name;
  bool may_be_cleared = true;  // not where variables of the host may lie in it, too
  bool is_guard = false;  // g++'s note that a variable of a class has been constructed: nothing that the program has
  bool touched = false;   // by a block of this launch, and so to be cleared for the next one
  void clear();           // what a block finds there that has written nothing: on a GPU whatever was left
};

class SharedMemory {
 public:
  // Of the host thread that asks: `dynamic` lies there, too.
  SharedMemory(std::vector<SharedArray> arrays, AddressRange dynamic);

  AddressRange span;  // from the first to the last of the arrays
  // What recent accesses lay in, by line: nearly every access asks no more than this.
  AddressRange& window(std::uint64_t address) { return windows_[address / 64 % std::size(windows_)]; }
  // Fills the window with the array that all of these bytes lie in, if there is one. The launch's first touch of an array
  // clears it. A guard is found, but fills no window.
  bool find(AddressRange& window, std::uint64_t address, unsigned bytes);
  // The array that all of these bytes lie in, or null.
  const SharedArray* at(std::uint64_t address, unsigned bytes = 1) const;
  void clear_touched();  // a block begins

  std::vector<SharedArray> arrays;  // by address; dynamic shared memory among them
  AddressRange dynamic;

 private:
  AddressRange windows_[64];
};

}  // namespace simt
