// clock(): in a kernel the simulator's steps, on the host what the C library would say.
//
// CUDA and C declare the same function, so there can be only one; libsimt.so's is found before the C library's.
#include <ctime>

#include "simt/engine/core/lane.hpp"

extern "C" long long simt_clock() noexcept;

extern "C" clock_t clock() noexcept {
  if (simt::current_lane) return clock_t(simt_clock());
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return clock_t(used.tv_sec * CLOCKS_PER_SEC + used.tv_nsec / (1'000'000'000 / CLOCKS_PER_SEC));
}
