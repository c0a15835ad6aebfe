// clock(): in a kernel the simulator's steps, on the host what the C library would say.
//
// CUDA and C declare the same function, so there can be only one; libsimt.so's is found before the C library's.
#include <ctime>

#include "simt/engine/core/lane.hpp"
#include "simt/engine/loops/on_their_way.hpp"

extern "C" long long simt_clock() noexcept;

extern "C" clock_t clock() noexcept {
  if (simt::current_lane) {
    const auto now = clock_t(simt_clock());
    simt::note_clock(std::uint64_t(__builtin_return_address(0)));  // and not this place
    return now;
  }
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return clock_t(used.tv_sec * CLOCKS_PER_SEC + used.tv_nsec / (1'000'000'000 / CLOCKS_PER_SEC));
}
