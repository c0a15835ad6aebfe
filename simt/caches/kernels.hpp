// What is known of a kernel that says how many of its blocks a multiprocessor holds, and what of it is then L1.
#pragma once

namespace simt {

struct LaunchPlan;

namespace caches {

struct Kernel {
  unsigned registers = 0;  // of a thread; 0: nobody has told
  int shared_share = -1;   // what the program would have of L1 for shared memory, in per cent of what there can be
};

// Registers are what nvcc gives it, by a file that SIMT_CACHE_REGISTERS names: a line a kernel, their number and its mangled
// name.
Kernel kernel_of(const LaunchPlan& launch);

}  // namespace caches
}  // namespace simt
