// Lab lru_hits: which loads of a trace find their sector in a cache?
// Run: ./course check lru_hits        Stuck: ./course hint lru_hits
#include <cstdint>

// A cache as a GPU's L1 is built: it makes room for whole lines of 128 bytes, which start at multiples of 128, and
// brings sectors of 32 bytes, four to a line, each of them only when it is asked for.
//
//   a load whose sector is there          is a hit.
//   whose line is there, without it       is a miss: the sector comes into the line.
//   whose line is not there               is a miss: the line gets room, and the one sector comes into it. If `lines`
//                                         lines are there already, the one used longest ago goes, with all it has.
//
// Hit or miss, a load uses its line. At the beginning, the cache is empty.
//
// addresses[0 … count-1]: the address of one byte that each load asks for, in the order of the loads.
// lines: for how many lines there is room, 1 to 4096.
// Returns the number of hits.
int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  // TODO: keep the lines that are there, in the order in which they were used, and which sectors each has.
  return 0;
}
