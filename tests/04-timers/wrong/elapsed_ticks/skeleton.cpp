// Lab elapsed_ticks: the distance between two readings of a counter that starts again at 0.
// Run: ./course check elapsed_ticks        Stuck: ./course hint elapsed_ticks
#include <cstdint>

// A counter of `bits` bits counts 0, 1, … up to 2^bits - 1, and the tick after that makes it 0 again.
//
// before, after: two readings of it, the bits above `bits` being 0. Less than 2^bits ticks went by from the one to
//                the other, so the counter went past its end once or not at all.
// bits: 8 to 64.
// Returns the number of ticks that went by. 245, then 6, with 8 bits: 17.
std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  // TODO: right as long as the counter does not go past its end. What does unsigned subtraction give when it does?
  if (after >= before) return after - before;
  return 0;
}
