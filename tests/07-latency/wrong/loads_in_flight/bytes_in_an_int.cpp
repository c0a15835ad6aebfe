// The bytes on the way are counted in an int.
// fails: Little.OtherMachines: counted in 32 bits
#include <algorithm>
#include <cmath>

// latency_ns: from asking for a byte to having it. gb_per_s: 10^9 bytes a second, of all SMs.
long bytes_on_the_way(double latency_ns, double gb_per_s, int sms) {
  // Little's law. A GB a second is a byte a nanosecond, so the units cancel.
  const double of_all = latency_ns * gb_per_s;
  // Memory gives whole sectors.
  return 32 * static_cast<int>(std::ceil(of_all / sms / 32));
}

// As in the lab occupancy, with no shared memory.
static int blocks_on_sm(int threads, int registers) {
  const int warps = (threads + 31) / 32;
  const int warps_of_quarter = 16384 / ((registers * 32 + 255) / 256 * 256);
  return std::min({64 / warps, 32, 4 * warps_of_quarter / warps});
}

// width: bytes of a load, 4, 8 or 16. registers: of a thread, without those for what is on its way.
int loads_a_thread(long bytes, int threads, int width, int registers) {
  // Not a division: another load needs its registers from the moment it is asked for, and may
  // cost the SM a whole block. So more loads a thread can be fewer bytes, and then more again.
  for (int loads = 1; loads <= 32; ++loads) {
    const int of_thread = registers + loads * width / 4;
    if (of_thread > 255) return 0;
    const long on_the_way = long(blocks_on_sm(threads, of_thread)) * threads * loads * width;
    if (on_the_way >= bytes) return loads;
  }
  return 0;
}
