// Lab bank_conflict_degree: in how many passes does shared memory serve one load of a warp?
// Run: ./course check bank_conflict_degree        Stuck: ./course hint bank_conflict_degree
#include <cstdint>

// Shared memory has 32 banks. Word w, the four bytes from 4 * w on, lies in bank w % 32. A pass (the profiler says
// wavefront) can take one word from every bank and hand it to all lanes that want it. Lanes that want different words
// of one bank need different passes.
//
// 4 bytes a lane: the whole warp is served together.
// 8 bytes a lane: lanes 0 to 15 are served, then lanes 16 to 31. The passes of both add up.
// 16 bytes a lane: four times 8 lanes.
// But the two halves, or quarters 0 and 1, or quarters 2 and 3, share one pass if it is enough for both and their lanes
// load in pairs: every lane i the same address as lane i ^ 1, or every lane i the same as lane i ^ 2. (A lane whose
// partner takes no part is no obstacle.)
//
// offsets[0 … lanes-1]: where lanes 0, 1, … load, in bytes from the start of shared memory; multiples of `bytes`.
// lanes: how many lanes take part, 1 to 32.          bytes: the width of every lane's load: 4, 8 or 16.
// Returns the number of passes.
int wavefronts(const std::uint32_t* offsets, int lanes, int bytes) {
  // TODO: which words of which banks do the lanes of one group want? What decides is the busiest bank.
  // TODO: which lanes form a group?
  return 0;
}
