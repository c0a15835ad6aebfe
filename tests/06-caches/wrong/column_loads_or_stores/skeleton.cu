// Lab column_loads_or_stores: one side of a transpose must be scattered. Which?
// Run: ./course check column_loads_or_stores        Stuck: ./course hint column_loads_or_stores
#include <cuda_runtime.h>

// Transposes without shared memory: in is rows × cols, out becomes cols × rows, both row-major, in device memory;
// each is at most 500,000, and rows * cols at most 2^28.
// A thread moves one float. Where the lanes of a warp walk along a row of in, their stores go down a column of out:
// 32 sectors. Where they walk along a row of out, their loads come down a column of in: 32 sectors.
//
// Asked for is the one of which less goes between L1 and L2. Predict first.
void column_loads_or_stores(float* out, const float* in, int rows, int cols) {
  // TODO: a kernel, and a grid of 32×8 blocks for it, or of another shape
}

// Of the sectors that such a kernel's loads ask for, how many per cent does it find in L1, in blocks of 32×8?
double load_hit_rate(bool loads_are_scattered) {
  // TODO: two numbers
  return -1;
}

// Of such a kernel's stores, how many sectors is L2 given for 32 floats?
double stored_sectors_sent(bool loads_are_scattered) {
  // TODO: two numbers
  return -1;
}
