// Lab full_sectors: a scatter that leaves no sector half written.
// Run: ./course check full_sectors        Stuck: ./course hint full_sectors
#include <cuda_runtime.h>

// A picture comes as four planes, one behind the other, and is wanted as pixels of four floats:
//
//   out[4 * i + p] becomes in[p * count + i], for p from 0 to 3 and i from 0 to count - 1.
//
// A launch for each plane would do it: for (int p = 0; p < 4; ++p) plane_kernel<<<…>>>(out + p, in + p * count, count);
// whose threads each store one float, four floats from the next one's. What does L2 hold of a sector then, when it
// must give it up? Rewrite it so that every sector of out arrives in L2 whole, and once.
//
// in: 4 * count floats, out: as many, device memory; count is 1 to 2^26. Both begin at multiples of 256 bytes.
void full_sectors(float* out, const float* in, int count) {
  // TODO: one kernel
}
