// What functions of a submission return by, kept where none of their stores can reach it (return_guard.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace simt {

// A function that has begun and not ended: where on the stack stands where it returns to, what stands there, and what the registers
// held that it gives back to its caller: rbx, rbp, r12 to r15.
struct ReturnPlace {
  std::uint64_t slot = 0, value = 0, kept[6] = {};
  std::uint64_t above = 0;  // of the outermost: a sum over what its callers, who are no submission's, return by
};

// The innermost one last. Those that an exception has left stay until one begins above them.
struct ReturnPlaces {
  ReturnPlace* begin = nullptr;
  ReturnPlace* next = nullptr;
  ReturnPlace* end = nullptr;
};

// A lane's. What a kernel can write to is its own stack and the device's memory.
struct ReturnPlacesOfLane : ReturnPlaces {
  std::unique_ptr<ReturnPlace[]> memory;
  void grow();
};

}  // namespace simt

#if defined(__x86_64__)
extern "C" {
void simt_enter_guard();
void simt_leave_guard();
}
#endif
